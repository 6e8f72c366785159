"""Every tile has a picture that draws alike in a browser and in print."""

import hashlib
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from clubscore.rules.tiles import JOKER, format_tiles

SVG = "{http://www.w3.org/2000/svg}"
NAMES = [*(format_tiles((tile,)) for tile in range(JOKER + 1)), "back"]


@pytest.fixture
def folder(root: Path) -> Path:
    """Return the folder of the pictures."""
    return root / "static" / "tiles"


def test_every_tile_and_the_back_have_a_picture_and_nothing_else_has(
    folder: Path,
) -> None:
    assert {file.stem for file in folder.glob("*.svg")} == set(NAMES)


def test_no_two_tiles_have_the_same_picture(folder: Path) -> None:
    pictures = [hashlib.sha256(f.read_bytes()).digest() for f in folder.glob("*.svg")]
    assert len(set(pictures)) == len(pictures) == 44


def test_tiles_can_be_told_apart_without_colour(folder: Path) -> None:
    shapes = {
        re.sub(r"#[0-9a-f]{6}", "", f.read_text()): f.name for f in folder.glob("*.svg")
    }
    assert len(shapes) == 44


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_upright_three_to_four(folder: Path, name: str) -> None:
    svg = ElementTree.parse(folder / f"{name}.svg").getroot()  # noqa: S314 - our own
    assert svg.tag == f"{SVG}svg"
    assert (svg.get("width"), svg.get("height")) == ("60", "80")
    assert svg.get("viewBox") == "0 0 300 400"


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_plain_shapes_each_with_its_fill(folder: Path, name: str) -> None:
    svg = ElementTree.parse(folder / f"{name}.svg").getroot()  # noqa: S314 - our own
    shapes = list(svg)
    assert len(shapes) >= 2
    for shape in shapes:
        # No script, style, use, image or text: nothing that a viewer may refuse.
        assert shape.tag in {f"{SVG}path", f"{SVG}rect"}
        assert re.fullmatch(r"#[0-9a-f]{6}", shape.get("fill", ""))
        assert set(shape.keys()) <= {
            *("fill", "stroke", "stroke-width", "stroke-linejoin"),
            *("d", "x", "y", "width", "height", "rx"),
        }
        assert list(shape) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_small(folder: Path, name: str) -> None:
    assert (folder / f"{name}.svg").stat().st_size < 6_000


def test_the_licence_lies_beside_the_pictures(folder: Path) -> None:
    licence = (folder / "LICENSE").read_text()
    assert licence.startswith("Copyright 2017 Google Inc.")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    readme = (folder / "README.md").read_text()
    assert "Noto Sans Symbols 2" in readme
    assert "`LICENSE`" in readme
