"""
Draw the tile pictures in static/tiles from the outlines of two fonts.

Run once; the pictures are kept in git. Needs fontTools, which the project itself does
not, and the Debian package fonts-noto-core, for Noto Sans Symbols 2 and, for the small
digits, Noto Sans Bold:

    python .ci/make-tiles.py [folder of the fonts]

Each font glyph of a tile is a frame and a drawing. The frame is left out: every tile
has the same ivory face, and its drawing is laid out anew, larger and in colour, so that
it can be read when it is small. Coordinates are whole numbers on a face of 300 by 400.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen, RecordingPen
from fontTools.ttLib import TTFont

FONTS = Path("/usr/share/fonts/truetype/noto")
TILES = Path(__file__).resolve().parent.parent / "static" / "tiles"

WIDTH, HEIGHT = 300, 400

IVORY = "#fffcf0"
EDGE = "#5f5a4c"
BLACK = "#1a1a1a"
RED = "#b5121b"
GREEN = "#0a6b35"
BLUE = "#1a3f94"
NAVY = "#14265c"
PINK = "#a8164f"
VIOLET = "#6a2c91"
OCHRE = "#8a5200"
ORANGE = "#b34000"
BACK = "#1f6b52"

Bounds = tuple[float, float, float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom on the face."""


@dataclass(frozen=True)
class Part:
    """An outline with the holes in it: what has one colour."""

    contours: tuple[RecordingPen, ...]
    bounds: Bounds

    @property
    def middle(self) -> tuple[float, float]:
        """The middle, from 0 at the left and the bottom of the frame to 1."""
        left, bottom, right, top = self.bounds
        return ((left + right) / 2 - 30) / 543, ((bottom + top) / 2 + 26) / 719


Paint = Callable[[Part], str]
"""Chooses the colour of a part."""


def contours_of(font: TTFont, code: int) -> list[RecordingPen]:
    """Return the closed outlines of a glyph, outer ones and holes."""
    glyphs = font.getGlyphSet()
    whole = DecomposingRecordingPen(glyphs)
    glyphs[font.getBestCmap()[code]].draw(whole)
    contours = []
    current = RecordingPen()
    for step in whole.value:
        current.value.append(step)
        if step[0] == "closePath":
            contours.append(current)
            current = RecordingPen()
    return contours


def bounds_of(contours: Iterable[RecordingPen]) -> Bounds:
    """Return the rectangle around all of *contours*."""
    pen = BoundsPen(None)
    for contour in contours:
        contour.replay(pen)
    return pen.bounds


def area_of(contour: RecordingPen) -> float:
    """Return the area, below 0 for what is drawn clockwise: the outer outlines."""
    pen = AreaPen()
    contour.replay(pen)
    return float(pen.value)


def is_inside(inner: Bounds, outer: Bounds) -> bool:
    """Tell whether one rectangle lies in another."""
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and outer[2] >= inner[2]
        and outer[3] >= inner[3]
    )


def parts_of(contours: list[RecordingPen]) -> list[Part]:
    """Return each outer outline with its own holes."""
    holes: dict[int, list[RecordingPen]] = {}
    outer = []
    for contour in contours:
        if area_of(contour) < 0:
            outer.append(contour)
            holes[id(contour)] = []
    for contour in contours:
        if area_of(contour) >= 0:
            around = [
                one
                for one in outer
                if is_inside(bounds_of([contour]), bounds_of([one]))
            ]
            nearest = min(around, key=lambda one: abs(area_of(one)))
            holes[id(nearest)].append(contour)
    return [Part((one, *holes[id(one)]), bounds_of([one])) for one in outer]


def fit(parts: list[Part], box: Box) -> Transform:
    """Return what puts *parts* in the middle of *box*, as large as they can be."""
    left, bottom, right, top = bounds_of(c for part in parts for c in part.contours)
    scale = min((box[2] - box[0]) / (right - left), (box[3] - box[1]) / (top - bottom))
    across, down = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    move = Transform().translate(across, down).scale(scale, -scale)
    return move.translate(-(left + right) / 2, -(bottom + top) / 2)


def steps(contour: RecordingPen, move: Transform) -> Iterator[str]:
    """Write a contour as path data, each step relative to the one before."""
    here = (0, 0)

    def to(points: Iterable[tuple[float, float]]) -> list[tuple[int, int]]:
        return [(round(x), round(y)) for x, y in map(move.transformPoint, points)]

    def write(letter: str, points: list[tuple[int, int]]) -> str:
        numbers = [n - o for point in points for n, o in zip(point, here, strict=True)]
        text = " ".join(map(str, numbers)).replace(" -", "-")
        return letter + text

    for name, points in contour.value:
        if name == "moveTo":
            here = to(points)[0]
            yield f"M{here[0]} {here[1]}"
        elif name == "lineTo":
            there = to(points)
            if there[0] != here:
                yield write("l", there)
                here = there[0]
        elif name == "qCurveTo":
            for segment in decomposeQuadraticSegment(points):
                there = to(segment)
                if there[-1] != here:
                    yield write("q", there)
                    here = there[-1]
        else:
            yield "z"


def draw(parts: list[Part], box: Box, paint: Paint | str, weight: int = 0) -> str:
    """Write *parts* to fill *box*, one path a colour, *weight* bolder than they are."""
    move = fit(parts, (box[0], box[1], box[2], box[3]))
    data: dict[str, str] = {}
    for part in parts:
        colour = paint if isinstance(paint, str) else paint(part)
        path = "".join(step for c in part.contours for step in steps(c, move))
        data[colour] = data.get(colour, "") + path
    bold = ' stroke="{}" stroke-width="{}" stroke-linejoin="round"'
    return "".join(
        f'<path fill="{colour}"{bold.format(colour, weight) if weight else ""}'
        f' d="{path}"/>\n'
        for colour, path in data.items()
    )


class Fonts:
    """The two fonts, and what is taken from them."""

    def __init__(self, folder: Path) -> None:
        self.tiles = TTFont(folder / "NotoSansSymbols2-Regular.ttf")
        self.digits = TTFont(folder / "NotoSans-Bold.ttf")

    def drawing(self, code: int) -> list[Part]:
        """Return what stands on a tile: all but the frame, which comes first."""
        return parts_of(contours_of(self.tiles, code)[2:])

    def digit(self, number: int) -> str:
        """Return the digit in the corner."""
        parts = parts_of(contours_of(self.digits, ord("0") + number))
        return draw(parts, (22, 24, 96, 130), BLACK)


def character(fonts: Fonts, number: int) -> str:
    """Draw the Chinese numeral over the sign for ten thousand, and the digit."""
    parts = fonts.drawing(0x1F006 + number)
    numeral = [part for part in parts if part.bounds[1] > 370]
    sign = [part for part in parts if part.bounds[1] <= 370]
    return (
        fonts.digit(number)
        + draw(numeral, (128, 28, 272, 152), BLACK, 6)
        + draw(sign, (36, 168, 264, 378), RED, 4)
    )


def circles(fonts: Fonts, number: int) -> str:
    """Draw circles in the colours of the common sets."""

    def paint(part: Part) -> str:
        across, up = part.middle
        left = across < 0.5
        match number:
            case 1:
                return RED if part.bounds[2] - part.bounds[0] < 300 else BLUE
            case 2:
                return GREEN if up > 0.5 else BLUE
            case 3:
                return BLUE if up > 0.6 else RED if up > 0.4 else GREEN
            case 4:
                return BLUE if left == (up > 0.5) else GREEN
            case 5:
                if 0.4 < up < 0.6:
                    return RED
                return BLUE if left == (up > 0.5) else GREEN
            case 6 | 7:
                return GREEN if up > 0.6 else RED
            case 8:
                return BLUE
            case _:
                return BLUE if up > 0.6 else RED if up > 0.4 else GREEN

    few = number <= 5
    box = (34, 40, 266, 360) if few else (24, 24, 276, 376)
    return draw(fonts.drawing(0x1F018 + number), box, paint, 0 if few else 3)


def bamboos(fonts: Fonts, number: int) -> str:
    """Draw bamboos, green but for a red one where sets have one."""

    def paint(part: Part) -> str:
        across, up = part.middle
        in_the_middle = 0.4 < across < 0.6
        match number:
            case 5:
                return RED if in_the_middle else GREEN
            case 7:
                return RED if up > 0.7 else GREEN
            case 9:
                return RED if in_the_middle else GREEN
            case _:
                return GREEN

    weight = 5 if number == 1 else 4
    return draw(fonts.drawing(0x1F00F + number), (30, 28, 270, 372), paint, weight)


def honour(code: int, colour: str) -> Callable[[Fonts, int], str]:
    """Return what draws a wind or a dragon as large as the face allows."""
    return lambda fonts, _number: draw(
        fonts.drawing(code), (38, 44, 262, 356), colour, 4
    )


def bonus(code: int, colour: str) -> Callable[[Fonts, int], str]:
    """Return what draws a flower or a season: the digit, its sign, the picture."""

    def paint(fonts: Fonts, number: int) -> str:
        parts = fonts.drawing(code)
        sign = [part for part in parts if is_inside(part.bounds, (70, 400, 285, 660))]
        picture = [part for part in parts if part not in sign]
        return (
            fonts.digit(number)
            + draw(sign, (140, 24, 276, 136), BLACK, 3)
            + draw(picture, (24, 150, 276, 382), colour, 3)
        )

    return paint


def joker(fonts: Fonts, _number: int) -> str:
    """Draw the joker's two signs."""
    return draw(fonts.drawing(0x1F02A), (46, 34, 254, 366), VIOLET, 4)


def back(fonts: Fonts, _number: int) -> str:
    """Draw a tile face down."""
    stripes = contours_of(fonts.tiles, 0x1F02B)[1:]
    parts = [Part((stripe,), bounds_of([stripe])) for stripe in stripes]
    return (
        f'<rect x="26" y="26" width="248" height="348" rx="18" fill="{BACK}"/>\n'
        + draw(parts, (46, 26, 254, 374), IVORY)
    )


def tiles() -> dict[str, tuple[Callable[[Fonts, int], str], int]]:
    """Return for each picture what draws it, and its number."""
    found = {}
    for letter, maker in (("m", character), ("p", circles), ("s", bamboos)):
        for number in range(1, 10):
            found[f"{number}{letter}"] = (maker, number)
    several = {
        "z": [
            honour(0x1F000, NAVY),
            honour(0x1F001, NAVY),
            honour(0x1F002, NAVY),
            honour(0x1F003, NAVY),
            honour(0x1F006, NAVY),
            honour(0x1F005, GREEN),
            honour(0x1F004, RED),
        ],
        # The notation's order: the font has the bamboo before the chrysanthemum.
        "f": [
            bonus(0x1F022, PINK),
            bonus(0x1F023, VIOLET),
            bonus(0x1F025, OCHRE),
            bonus(0x1F024, GREEN),
        ],
        "y": [
            bonus(0x1F026, GREEN),
            bonus(0x1F027, RED),
            bonus(0x1F028, ORANGE),
            bonus(0x1F029, BLUE),
        ],
    }
    for letter, makers in several.items():
        for number, maker in enumerate(makers, start=1):
            found[f"{number}{letter}"] = (maker, number)
    found["0j"] = (joker, 0)
    found["back"] = (back, 0)
    return found


def main(folder: Path) -> None:
    """Write all pictures."""
    fonts = Fonts(folder)
    for name, (maker, number) in tiles().items():
        (TILES / f"{name}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="80"'
            f' viewBox="0 0 {WIDTH} {HEIGHT}">\n'
            f'<rect x="5" y="5" width="{WIDTH - 10}" height="{HEIGHT - 10}" rx="30"'
            f' fill="{IVORY}" stroke="{EDGE}" stroke-width="10"/>\n'
            f"{maker(fonts, number)}</svg>\n"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FONTS)
