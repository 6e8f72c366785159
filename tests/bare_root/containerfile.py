"""The steps of the Containerfile."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Instruction:
    """One step."""

    name: str
    rest: str


def instructions(file: Path) -> list[Instruction]:
    """Return all steps in order; a line that ends with a backslash goes on."""
    text = re.sub(r"^\s*#.*\n", "", file.read_text(), flags=re.MULTILINE)
    text = text.replace("\\\n", " ")
    found = []
    for line in text.splitlines():
        if line.strip():
            name, _, rest = line.strip().partition(" ")
            found.append(Instruction(name, rest.strip()))
    return found
