"""What docs/security.md and its checklist name is there, and nothing is left out."""

import re
from pathlib import Path

import pytest

NAMED = re.compile(
    r"`((?:tests|clubscore|docs|static|\.ci)/[\w./-]+|[\w.-]+\.(?:md|toml|txt))"
    r"(?:::(\w+))?`"
)
LINE = re.compile(r"^\| (\d+\.\d+\.\d+) \| (.+?) \| (\S+) \| (.*)\|$", re.MULTILINE)

NUMBERS = Path(__file__).with_name("asvs_numbers.txt")
"""Those of OWASP ASVS 4.0.3 that level 1 or level 2 asks for."""


@pytest.mark.parametrize("name", ["security.md", "asvs.md"])
def test_what_is_named_is_there(root: Path, name: str) -> None:
    found = NAMED.findall((root / "docs" / name).read_text())
    assert len(found) > 20
    for path, test in found:
        there = root / path
        assert there.exists(), path
        assert not test or f"def {test}(" in there.read_text(), test


def test_every_line_names_a_test_or_a_command(root: Path) -> None:
    targets = re.findall(r"^([\w-]+):", (root / "Makefile").read_text(), re.MULTILINE)
    before, lines = "", 0
    for line in (root / "docs" / "security.md").read_text().splitlines():
        if line.startswith("|"):
            # A table that a blank line parts is none below it.
            assert before.startswith("|") or line == "| what holds | shown by |", line
        if line.startswith("| ") and line != "| what holds | shown by |":
            shown = line.rstrip("| ").rsplit(" | ", 1)[1]
            commands = re.findall(r"`make ([\w-]+)`", shown)
            assert NAMED.search(shown) or commands, line
            assert set(commands) <= set(targets), line
            lines += 1
        before = line
    assert lines > 40


def test_every_requirement_has_a_line_that_says_how_it_is(root: Path) -> None:
    lines = LINE.findall((root / "docs" / "asvs.md").read_text())
    numbers = [number for number, *_ in lines]
    assert numbers == NUMBERS.read_text().split()
    for number, _asks, holds, how in lines:
        assert holds in ("yes", "host", "partly", "no", "n/a"), number
        assert how.strip() or holds in ("n/a", "host"), number
