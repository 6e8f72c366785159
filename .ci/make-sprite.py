"""
Put the tile pictures of static/tiles into two files, for the table screen.

The screen shows every tile at once: one file is one request, and a tenth of the bytes
of forty-four. Flowers, seasons and jokers are a file of their own, which is asked for
only where they are played with. Run it after the pictures changed:

    python .ci/make-sprite.py
"""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).resolve().parent.parent / "static"
SPRITES = STATIC / "sprites"
SELDOM = re.compile(r"[1-4][fy]|0j")
"""The tiles that some rule books and house rules leave out."""


def sprite(*, seldom: bool) -> str:
    """Return pictures as symbols: tile 5p is `#t5p`."""
    symbols = [
        re.sub(
            r'<svg xmlns="[^"]+" width="60" height="80" viewBox="0 0 300 400">\s*',
            f'<symbol id="t{file.stem}" viewBox="0 0 300 400">',
            file.read_text(),
        )
        .replace("</svg>", "</symbol>")
        .strip()
        for file in sorted((STATIC / "tiles").glob("*.svg"))
        if bool(SELDOM.fullmatch(file.stem)) == seldom
    ]
    body = "\n".join(symbols)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


if __name__ == "__main__":
    SPRITES.mkdir(exist_ok=True)
    (SPRITES / "tiles.svg").write_text(sprite(seldom=False))
    (SPRITES / "bonus.svg").write_text(sprite(seldom=True))
