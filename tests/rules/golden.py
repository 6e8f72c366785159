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
COUNTED = re.compile(r"(\d+) x 2\^(\d+): (.+)")
ITEM = re.compile(r"(\w+) (?:(\d+)|x(\d+))")
SCORE = re.compile(r"([ESWN]) ([+-]?\d+)")


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


def expected_hand(
    line: str,
) -> tuple[str, dict[str, Any], Counter[tuple[str, int, int]]]:
    """Return the seat, the values and the items that a line says of a hand."""
    match = HAND.fullmatch(line)
    assert match, line
    seat, points, how = match.groups()
    values: dict[str, Any] = {
        "points": int(points),
        "base": None,
        "doubles": None,
        "limit": None,
        "dead": False,
    }
    items: Counter[tuple[str, int, int]] = Counter()
    kind, _, name = how.partition(" ")
    if kind == "limit":
        values["limit"] = name
        items[name, int(points), 0] = 1
    elif kind == "waiting":
        values["limit"] = name
        items[f"waiting:{name}", int(points), 0] = 1
    elif kind == "dead":
        values |= {"dead": name, "base": 0, "doubles": 0}
    elif kind == "nothing":
        values |= {"base": 0, "doubles": 0}
    elif kind != "own":
        counted = COUNTED.fullmatch(how)
        assert counted, line
        values |= {"base": int(counted[1]), "doubles": int(counted[2])}
        for text in counted[3].split(", "):
            item = ITEM.fullmatch(text)
            assert item, text
            items[item[1], int(item[2] or 0), int(item[3] or 0)] += 1
    return seat, values, items


def block_titled(title: str) -> Block:
    """Return the example of that title."""
    return next(block for block in blocks() if block.title == title)


WORKED_EXAMPLE = block_titled("The worked example of the book").record
"""The game that the Dutch book settles."""
