"""
Small mistakes that somebody could have made in a module, one at a time.

A mutant is one edit of the text: an operator, a constant, a condition, a statement
or an element less. What no result can show is left alone: docstrings, names to be
translated, citations of a rule book, types, and what only makes the code faster.
"""

from __future__ import annotations

import ast
import difflib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
}
"""What stands between the operands, as a pattern, and what is put there instead."""
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "//"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.Pow: (r"\*\*", "*"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: (r"\|", "&"),
    ast.BitXor: (r"\^", "&"),
}
SWAPPED_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}

NOT_SHOWN_CALLS = frozenset(
    {
        "gettext_noop",
        "gettext",
        "ngettext",
        "pgettext",
        "Term",
        "Example",
        "cite",
        "cast",
        "TypedDict",
        "TypeVar",
    }
)
"""Calls that only name, cite, type or picture something."""
NOT_SHOWN_KEYWORDS = frozenset(
    {
        *("name", "source", "title", "edition", "examples"),
        *("checked", "strict", "compare", "maxsize"),
    }
)
"""
Arguments that no score depends on. A dataclass's field that is left out when values
are compared follows from the others; how much a cache may hold is a matter of speed.
"""
NOT_SHOWN_NAMES = frozenset({"__all__", "__slots__"})
"""What is assigned to these is of no account for a score."""
NEEDED_DECORATORS = frozenset(
    {"lru_cache", "cache", "overload", "abstractmethod", "final", "runtime_checkable"}
)
"""Decorators without which nothing else would come out."""
BUILT_IN_TYPES = frozenset(
    {"int", "str", "bool", "object", "tuple", "list", "dict", "set", "frozenset"}
)

Span = tuple[int, int]
"""Where a piece of the source begins and ends, in bytes."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One edit of one file."""

    file: str
    """The file, from the root of the tree."""
    kind: str
    """Which sort of mistake it is."""
    line: int
    """The line where it begins."""
    lines: tuple[int, int]
    """
    The first and the last line of the statement that is changed: a list of constants
    runs as its first line alone.
    """
    span: Span
    instead: str

    def applied_to(self, source: str) -> str:
        """Return the text of the file with the mistake."""
        text = source.encode()
        start, end = self.span
        return (text[:start] + self.instead.encode() + text[end:]).decode()

    def is_a_change_of(self, source: str) -> bool:
        """Tell whether the text with the mistake is Python, and another program."""
        try:
            changed = ast.parse(self.applied_to(source))
        except SyntaxError:
            return False
        return ast.dump(changed) != ast.dump(ast.parse(source))

    def diff(self, source: str) -> str:
        """Return the change as a unified diff, a line of context around it."""
        lines = difflib.unified_diff(
            source.splitlines(),
            self.applied_to(source).splitlines(),
            lineterm="",
            n=1,
        )
        return "\n".join(list(lines)[2:])


def mutants_of(file: str, source: str) -> list[Mutant]:
    """Return every mutant of a file, in the order of the text."""
    return sorted(
        _Finder(file, source).found(), key=lambda one: (one.span, one.instead)
    )


def _is_type(node: ast.expr) -> bool:
    """Tell whether an expression names a type rather than a value."""
    match node:
        case ast.Name(id=name):
            return name in BUILT_IN_TYPES or re.match("[A-Z].*[a-z]", name) is not None
        case ast.Constant(value=None):
            return True
        case ast.Attribute(attr=name):
            return re.match("[A-Z].*[a-z]", name) is not None
        case ast.Subscript(value=ast.Name(id="Literal" | "Callable")):
            return True
        case ast.Subscript(value=value, slice=ast.Tuple(elts=inner)):
            return _is_type(value) and all(
                _is_type(one) or _is_ellipsis(one) for one in inner
            )
        case ast.Subscript(value=value, slice=inner_type):
            return _is_type(value) and _is_type(inner_type)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _is_type(left) and _is_type(right)
    return False


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _name_of(node: ast.expr) -> str:
    """Return the last name of what is called or used as a decorator."""
    match node:
        case ast.Call(func=inner):
            return _name_of(inner)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def _own_lines(node: ast.stmt) -> tuple[int, int]:
    """Return the first and the last line of a statement, without its body's."""
    assert node.end_lineno is not None
    match node:
        case ast.Match(cases=[first, *_]):
            last = first.pattern.lineno - 1
        case _:
            body: list[ast.stmt] = getattr(node, "body", [])
            last = body[0].lineno - 1 if body else node.end_lineno
    return node.lineno, max(node.lineno, last)


class _Finder:
    """Finds the mutants of one file."""

    def __init__(self, file: str, source: str) -> None:
        self.file = file
        self.text = source.encode()
        self.tree = ast.parse(source)
        self.starts = [0]
        for line in self.text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.returns_truth = False
        self.statement = 1, 1
        """The first and the last line of the statement that is looked at."""

    def found(self) -> Iterator[Mutant]:
        yield from self._walk(self.tree)

    # Places in the text

    def _start(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def _source(self, node: ast.expr | ast.stmt) -> str:
        return self.text[self._start(node) : self._end(node)].decode()

    def _line(self, place: int) -> int:
        return sum(start <= place for start in self.starts)

    def _mutant(self, kind: str, start: int, end: int, instead: str) -> Mutant:
        line, last = self._line(start), self._line(max(start, end - 1))
        lines = min(line, self.statement[0]), max(last, self.statement[1])
        return Mutant(self.file, kind, line, lines, (start, end), instead)

    def _instead_of(self, kind: str, node: ast.expr | ast.stmt, instead: str) -> Mutant:
        return self._mutant(kind, self._start(node), self._end(node), instead)

    def _between(
        self, kind: str, left: ast.expr, right: ast.expr, change: tuple[str, str]
    ) -> Iterator[Mutant]:
        """Yield the mutant that has another operator between two operands."""
        start, pattern = self._end(left), change[0]
        gap = self.text[start : self._start(right)].decode(errors="replace")
        bare = re.sub(r"#[^\n]*", lambda comment: " " * len(comment[0]), gap)
        operator = re.search(pattern, bare)
        if operator and gap.isascii():
            begin, end = operator.span()
            yield self._mutant(kind, start + begin, start + end, change[1])

    # The tree

    def _walk(self, node: ast.AST) -> Iterator[Mutant]:
        """Yield the mutants of a node and of all below it."""
        if self._is_left_alone(node):
            return
        before = self.returns_truth, self.statement
        if isinstance(node, ast.stmt):
            self.statement = _own_lines(node)
        if isinstance(node, ast.FunctionDef):
            returns = node.returns
            self.returns_truth = isinstance(returns, ast.Name) and returns.id == "bool"
        if isinstance(node, ast.expr):
            yield from self._of_expression(node)
        elif isinstance(node, ast.stmt):
            yield from self._of_statement(node)
        yield from self._of_condition(node)
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "decorator_list", "bases"}:
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from self._walk(child)
        self.returns_truth, self.statement = before

    def _is_left_alone(self, node: ast.AST) -> bool:
        match node:
            case ast.Assert() | ast.Import() | ast.ImportFrom():
                return True
            case ast.Expr(value=ast.Constant()):
                return True
            case ast.Assign(targets=[ast.Name(id=name)]) if name in NOT_SHOWN_NAMES:
                return True
            case ast.Call(func=func):
                return _name_of(func) in NOT_SHOWN_CALLS
            case ast.keyword(arg=name):
                return name in NOT_SHOWN_KEYWORDS
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                return True
            case ast.ClassDef(bases=[ast.Name(id="Protocol")]):
                return True
            case ast.Subscript() | ast.BinOp():
                return _is_type(node)
        return False

    def _of_expression(self, node: ast.expr) -> Iterator[Mutant]:
        match node:
            case ast.Compare() | ast.BinOp() | ast.BoolOp():
                yield from self._of_operators(node)
            case ast.UnaryOp(op=op):
                width = 3 if isinstance(op, ast.Not) else 1
                start = self._start(node)
                yield self._mutant("sign less", start, start + width, "")
            case ast.Constant():
                yield from self._of_constant(node)
            case ast.JoinedStr():
                yield self._instead_of("constant", node, '""')
            case ast.Lambda(body=ast.Attribute() | ast.Name() | ast.Call()):
                yield self._instead_of("return", node.body, "None")
            case ast.Call():
                yield from self._of_call(node)
            case ast.Tuple() | ast.List() | ast.Set() | ast.Dict():
                yield from self._of_elements(node)

    def _of_operators(
        self, node: ast.Compare | ast.BinOp | ast.BoolOp
    ) -> Iterator[Mutant]:
        match node:
            case ast.Compare(left=first, ops=ops, comparators=others):
                operands = pairwise([first, *others])
                for (left, right), op in zip(operands, ops, strict=True):
                    change = COMPARISONS[type(op)]
                    yield from self._between("comparison", left, right, change)
            case ast.BinOp(left=left, op=op, right=right):
                if type(op) in ARITHMETIC and not self._is_text(left, right):
                    change = ARITHMETIC[type(op)]
                    yield from self._between("arithmetic", left, right, change)
            case ast.BoolOp(op=op, values=values):
                is_and = isinstance(op, ast.And)
                change = ("and", "or") if is_and else ("or", "and")
                for left, right in pairwise(values):
                    yield from self._between("and/or", left, right, change)
                for one in values:
                    yield self._instead_of("condition less", one, str(is_and))

    @staticmethod
    def _is_text(*nodes: ast.expr) -> bool:
        """Tell whether something joined can only be joined by a plus."""
        return any(
            isinstance(one, ast.JoinedStr | ast.Tuple | ast.List)
            or (isinstance(one, ast.Constant) and isinstance(one.value, str))
            for one in nodes
        )

    def _of_constant(self, node: ast.Constant) -> Iterator[Mutant]:
        value = node.value
        if isinstance(value, bool):
            yield self._instead_of("constant", node, str(not value))
        elif isinstance(value, int):
            yield self._instead_of("off by one", node, str(value + 1))
            if value > 0:
                yield self._instead_of("off by one", node, str(value - 1))
        elif isinstance(value, str):
            quoted = json.dumps(value + "_", ensure_ascii=False)
            yield self._instead_of("constant", node, quoted)

    def _of_call(self, node: ast.Call) -> Iterator[Mutant]:
        name = _name_of(node.func)
        if isinstance(node.func, ast.Name) and name in SWAPPED_CALLS:
            yield self._instead_of("call", node.func, SWAPPED_CALLS[name])
        if name == "range" and not isinstance(node.args[-1], ast.Constant):
            end = self._end(node.args[-1])
            yield self._mutant("off by one", end, end, " + 1")
        parts: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
        parts.sort(key=self._start)
        for place, one in enumerate(parts):
            if (
                isinstance(one, ast.keyword)
                and one.arg not in {None, *NOT_SHOWN_KEYWORDS}
                and not isinstance(one.value, ast.Constant)
            ):
                yield self._without("argument less", parts, place)

    def _without(
        self, kind: str, parts: list[ast.expr | ast.keyword], place: int
    ) -> Mutant:
        """Return the mutant that has one part of a list less."""
        start, end = self._start(parts[place]), self._end(parts[place])
        if place + 1 < len(parts):
            end = self._start(parts[place + 1])
        elif place:
            start = self._end(parts[place - 1])
        return self._mutant(kind, start, end, "")

    def _of_elements(
        self, node: ast.Tuple | ast.List | ast.Set | ast.Dict
    ) -> Iterator[Mutant]:
        if isinstance(node, ast.Dict):
            yield from self._of_entries(node)
            return
        parts: list[ast.expr | ast.keyword] = list(node.elts)
        if isinstance(node, ast.Set):
            if len(parts) < 2:
                return
        elif not isinstance(node.ctx, ast.Load):
            return
        elif isinstance(node, ast.Tuple):
            if not self._source(node).startswith("("):
                return
            if len(parts) == 1:
                yield self._instead_of("element less", node, "()")
                return
            if len(parts) == 2:
                for one in reversed(node.elts):
                    only = f"({self._source(one)},)"
                    yield self._instead_of("element less", node, only)
                return
        for place in range(len(parts)):
            yield self._without("element less", parts, place)

    def _of_entries(self, node: ast.Dict) -> Iterator[Mutant]:
        for place, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            if key is None:
                continue
            start, end = self._start(key), self._end(value)
            after = node.keys[place + 1] if place + 1 < len(node.keys) else None
            if after is not None:
                end = self._start(after)
            elif place:
                start = self._end(node.values[place - 1])
            yield self._mutant("element less", start, end, "")

    def _of_condition(self, node: ast.AST) -> Iterator[Mutant]:
        """Yield the opposite of a bare condition."""
        tests: list[ast.expr] = []
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            tests = [node.test]
        elif isinstance(node, ast.comprehension):
            tests = node.ifs
        for test in tests:
            if isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.Subscript):
                yield self._instead_of("condition", test, f"not {self._source(test)}")

    def _of_statement(self, node: ast.stmt) -> Iterator[Mutant]:
        match node:
            case ast.Return(value=ast.expr() as value):
                yield from self._of_return(value)
            case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
                yield self._instead_of("statement less", node, "pass")
            case ast.Raise() | ast.Delete():
                yield self._instead_of("statement less", node, "pass")
            case ast.Continue():
                yield self._instead_of("loop", node, "break")
            case ast.Break():
                yield self._instead_of("loop", node, "continue")
            case ast.AugAssign(target=target, op=op, value=value):
                pattern, instead = ARITHMETIC[type(op)]
                yield from self._between(
                    "arithmetic", target, value, (f"{pattern}=", f"{instead}=")
                )
            case ast.FunctionDef() | ast.ClassDef():
                for one in node.decorator_list:
                    if _name_of(one) not in NEEDED_DECORATORS:
                        start = self._start(one) - 1
                        yield self._mutant("decorator less", start, self._end(one), "")

    def _of_return(self, value: ast.expr) -> Iterator[Mutant]:
        if self.returns_truth:
            if isinstance(value, ast.Call | ast.Name | ast.Attribute | ast.BoolOp):
                yield self._instead_of("return", value, f"not ({self._source(value)})")
        elif not (isinstance(value, ast.Constant) and value.value is None):
            yield self._instead_of("return", value, "None")
