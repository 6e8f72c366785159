"""Reading the golden examples; `tests/golden/README.md` tells their form."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "golden"

HAND = re.compile(r"([ESWN]) (\d+) = (.+)")
FAN = re.compile(r"fan(?:: (.+))?")
POINTS = re.compile(r"(\d+) x 2\^(\d+): (.+)")
FAAN = re.compile(r"(\d+) faan (\d+) laak(?:: (.+))?")
OWN = re.compile(r"own(?:: (.+))?")
LIMIT = re.compile(r"(limit|waiting) (\w+)(?: (\d+))?(?:: (.+))?")
ITEM = re.compile(r"(\w+) (?:(\d+)|([xL])(\d+))")
SCORE = re.compile(r"([ESWN]) ([+-]?\d+)")
PAYMENT = re.compile(r"([ESWN])>([ESWN]) (\d+) (win|difference|penalty|pao)")
WARNING = re.compile(r"(\w+)(?: ([ESWN-]))?(?: game (\d+))?")
GAME = re.compile(
    r"(\d+) ((?:[ESWN]=\w+ )+)(?:rests (\w+) )?(?:owner ([ESWN]) )?round ([ESWNG-])"
)
NEXT = re.compile(r"number (\d+) round ([ESWNG-])(?: owner ([ESWN]))? dealer (\w+|-)")
NAMED = re.compile(r"(\w+) ([+-]?\d+)")

FAN_RULESETS = frozenset({"mcr"})
"""The rulesets whose hands have points and no sums."""
FAAN_RULESETS = frozenset({"hkos", "schmale"})
"""The rulesets that count faan and laak instead of points and doubles."""


@dataclass(frozen=True)
class Block:
    """One example: a record and the lines that say what it comes to."""

    file: str
    line: int
    title: str
    comments: tuple[str, ...]
    is_replay: bool
    record: Any
    expected: tuple[str, ...]

    @property
    def ruleset(self) -> str:
        """Return the record's rule book, of a club's own book its base."""
        said = self.record["ruleset"]
        return str(said["base"] if isinstance(said, dict) else said)

    @property
    def is_of_own_book(self) -> bool:
        """Return whether the record has a club's own book."""
        return isinstance(self.record["ruleset"], dict)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.title}"


def blocks() -> Iterator[Block]:
    """Yield every example."""
    for path in sorted(FOLDER.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        line = 1
        for part in re.split(r"(\n{2,})", text):
            if part.strip():
                yield _block(path.name, line, part.strip("\n").split("\n"))
            line += part.count("\n")


def _block(file: str, line: int, lines: list[str]) -> Block:
    comments = tuple(one.lstrip("# ") for one in lines if one.startswith("#"))
    rest = [one for one in lines if not one.startswith("#")]
    is_replay = rest[0] == "replay"
    if is_replay:
        del rest[0]
    return Block(
        file,
        line,
        comments[0],
        comments,
        is_replay,
        json.loads(rest[0]),
        tuple(rest[1:]),
    )


def sums_of(ruleset: str) -> tuple[str, str]:
    """Return the names of a hand's two sums."""
    return ("faan", "laak") if ruleset in FAAN_RULESETS else ("base", "doubles")


def columns_of(ruleset: str) -> tuple[str, str]:
    """Return the names of an item's two columns."""
    return ("faan", "laak") if ruleset in FAAN_RULESETS else ("points", "doubles")


def expected_hand(
    ruleset: str, line: str
) -> tuple[str, dict[str, Any], Counter[tuple[str, int, int]]]:
    """Return the seat, the values and the items that a line says of a hand."""
    match = HAND.fullmatch(line)
    assert match, line
    seat, points, how = match.groups()
    first, second = sums_of(ruleset)
    values: dict[str, Any] = {
        "points": int(points),
        first: None,
        second: None,
        **(dict.fromkeys(("faan", "laak")) if ruleset in FAN_RULESETS else {}),
        "limit": None,
        "dead": False,
    }
    items: Counter[tuple[str, int, int]] = Counter()
    kind, _, name = how.partition(" ")
    limit = LIMIT.fullmatch(how)
    if limit is not None:
        # Where faan are counted a limit hand worth points has none.
        worth = int(limit[3] or (0 if ruleset in FAAN_RULESETS else points))
        values["limit"] = limit[2]
        items = _expected_items(ruleset, limit[4])
        items[limit[2] if limit[1] == "limit" else f"waiting:{limit[2]}", worth, 0] = 1
    elif kind == "dead":
        values |= {"dead": name, first: 0, second: 0}
    elif kind == "nothing":
        values |= {first: 0, second: 0}
    elif ruleset in FAN_RULESETS and kind != "own":
        listed = FAN.fullmatch(how)
        assert listed, line
        items = _expected_items(ruleset, listed[1])
    elif own := OWN.fullmatch(how):
        items = _expected_items(ruleset, own[1])
    else:
        form = FAAN if ruleset in FAAN_RULESETS else POINTS
        counted = form.fullmatch(how)
        assert counted, line
        values |= {first: int(counted[1]), second: int(counted[2])}
        items = _expected_items(ruleset, counted[3])
    return seat, values, items


def _expected_items(ruleset: str, text: str | None) -> Counter[tuple[str, int, int]]:
    """Return the items that are listed, none where there is no list."""
    items: Counter[tuple[str, int, int]] = Counter()
    mark = "L" if ruleset in FAAN_RULESETS else "x"
    for one in text.split(", ") if text is not None else ():
        item = ITEM.fullmatch(one)
        assert item, one
        assert item[3] in (None, mark), one
        items[item[1], int(item[2] or 0), int(item[4] or 0)] += 1
    return items


def expected_payments(text: str) -> Counter[tuple[str, str, int, str]]:
    """Return the payments that a line lists, `-` for none."""
    payments: Counter[tuple[str, str, int, str]] = Counter()
    for one in text.split(", ") if text != "-" else ():
        payment = PAYMENT.fullmatch(one)
        assert payment, one
        payments[payment[1], payment[2], int(payment[3]), payment[4]] += 1
    return payments


def expected_warnings(text: str) -> Counter[tuple[str, str | None, int | None]]:
    """Return code, seat and game of the warnings that a line lists, `-` for none."""
    warnings: Counter[tuple[str, str | None, int | None]] = Counter()
    for one in text.split(", ") if text != "-" else ():
        warning = WARNING.fullmatch(one)
        assert warning, one
        code, seat, game = warning.groups()
        warnings[code, known(seat), int(game) if game else None] += 1
    return warnings


def known(text: str | None) -> str | None:
    """Return what a line says, None where it says nothing or `-`."""
    return None if text in (None, "-") else text


def block_titled(title: str) -> Block:
    """Return the example of that title."""
    return next(block for block in blocks() if block.title == title)


WORKED_EXAMPLE = block_titled("The worked example of the book").record
"""The game that the Dutch book settles."""
