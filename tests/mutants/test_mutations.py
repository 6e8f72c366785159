"""The mistakes are the ones meant, and none is in what nobody counts."""

from pathlib import Path

import pytest

from tests.mutants.mutations import mutants_of


def changed(source: str) -> set[str]:
    """Return what becomes of a text, with every mistake that makes another program."""
    return {
        one.applied_to(source)
        for one in mutants_of("example.py", source)
        if one.is_a_change_of(source)
    }


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("a < b", {"a <= b"}),
        ("a is  not b", {"a is b"}),
        ("a <= b != c", {"a < b != c", "a <= b == c"}),
        ("(a) + (b)", {"(a) - (b)"}),
        ("a += b", {"a -= b"}),
        ("a |= b", {"a &= b"}),
        ("x = not a", {"x =  a"}),
        ("a and b", {"a or b", "True and b", "a and True"}),
        ("a or b", {"a and b", "False or b", "a or False"}),
        ("x = True", {"x = False"}),
        ("x = 2", {"x = 3", "x = 1"}),
        ("x = 0", {"x = 1"}),
        ("x = 'é'", {'x = "é_"'}),
        ("x = f'{a}'", {'x = ""'}),
        ("x = (a, b)", {"x = (a,)", "x = (b,)"}),
        ("x = (a,)", {"x = ()"}),
        ("x = [a, b]", {"x = [b]", "x = [a]"}),
        ("x = {a: b, c: d}", {"x = {c: d}", "x = {a: b}"}),
        ("x = min(a)", {"x = max(a)"}),
        ("x = range(a)", {"x = range(a + 1)"}),
        ("x = f(a, b=c)", {"x = f(a)"}),
        ("x = lambda a: a.b", {"x = lambda a: None"}),
        ("x = a if b else c", {"x = a if not b else c"}),
        ("x = [a for a in b if c]", {"x = [a for a in b if not c]"}),
        ("f(a)", {"pass"}),
        ("raise a", {"pass"}),
        ("def f():\n    return a", {"def f():\n    return None"}),
        ("def f() -> bool:\n    return a", {"def f() -> bool:\n    return not (a)"}),
        ("while a:\n    break", {"while not a:\n    break", "while a:\n    continue"}),
        ("@a\ndef f():\n    return None", {"\ndef f():\n    return None"}),
    ],
)
def test_every_sort_of_mistake(source: str, wanted: set[str]) -> None:
    assert changed(source) == wanted


@pytest.mark.parametrize(
    "source",
    [
        '"""What it is for."""',
        "x = gettext_noop('East')",
        "x = Term(gettext_noop('yes'))",
        "x = BOOK.cite('Die Abrechnung', is_decision=True)",
        "x = f(name='Mahjong', source='NTS')",
        "x = f(examples=(a, Example('111m 222m', form=b)))",
        "x = words.gettext('It is %(seat)s’s turn.')",
        "x: int | None",
        "Seat = Wind | None",
        "Sums = tuple[int, int]",
        "assert a == 1",
        "@lru_cache(maxsize=1 << 15)\ndef f(a: int = b) -> int: ...",
        "x = lru_cache(maxsize=4096)",
        "X = TypedDict('X', {'from': str})",
        "X = TypeVar('X', bound=StrEnum)",
        "x: str = field(compare=False)",
        "class A(Protocol):\n    @property\n    def x(self) -> int: ...",
        "import a",
    ],
)
def test_what_no_score_shows_is_left_alone(source: str) -> None:
    assert changed(source) == set()


def test_a_comment_between_the_operands_is_no_operator() -> None:
    source = "(a  # and so on\n and b)"
    assert "(a  # and so on\n or b)" in changed(source)


def test_a_mutant_tells_its_line_and_its_difference() -> None:
    source = "é = 1\nb = a < é\nc = 'ü'\n"
    mutant = next(one for one in mutants_of("a.py", source) if one.kind == "comparison")
    assert mutant.line == 2
    assert mutant.diff(source).splitlines()[2:4] == ["-b = a < é", "+b = a <= é"]


def test_a_mutant_has_the_lines_of_its_statement() -> None:
    """Python runs a list of constants as one line, and a test that runs it may fail."""
    source = (
        "X = [\n    'a',\n    'b',\n]\n"
        "if x and (\n    y\n):\n    z = 8\n"
        "match x:\n    case 'c' if x > y:\n        z = 'd'\n"
    )
    found = {
        (one.kind, one.line): one.lines
        for one in mutants_of("a.py", source)
        if one.kind in {"constant", "and/or", "off by one", "comparison"}
    }
    assert found == {
        ("constant", 2): (1, 4),
        ("constant", 3): (1, 4),
        ("and/or", 5): (5, 7),
        ("off by one", 8): (8, 8),
        ("constant", 10): (9, 10),
        ("comparison", 10): (9, 10),
        ("constant", 11): (11, 11),
    }


def test_nearly_all_mutants_of_this_tool_itself_are_python() -> None:
    file = Path(__file__).with_name("mutations.py")
    source = file.read_text(encoding="utf-8")
    found = mutants_of(file.name, source)[::20]
    assert len(found) > 10
    assert sum(one.is_a_change_of(source) for one in found) > 0.9 * len(found)
