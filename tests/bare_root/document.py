"""The commands that docs/hosting.md tells people to run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^```sh( answers)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """Some commands in a row."""

    heading: str
    commands: str
    asks: bool
    """Whether they ask for a password."""


def blocks(document: Path) -> list[Block]:
    """Return all commands of the document, in order."""
    found = []
    for part in re.split(r"^## ", document.read_text(), flags=re.MULTILINE)[1:]:
        heading, _, text = part.partition("\n")
        for answers, commands in FENCE.findall(text):
            found.append(Block(heading, commands, bool(answers)))
    return found
