"""The tags that show tiles: pictures with names, and never a failing page."""

import re

import pytest
from django.template import Context, Template
from django.utils import translation

from clubscore.partie.templatetags import tiles
from clubscore.rules.tiles import JOKER, TILE_NAMES, format_tiles

NO_TILES = ["3q", "0m", "8z", "5f", "12", "m", "((1m)", "√2", "<script>x</script>"]


def show(tag: str, text: object, size: str = "normal") -> str:
    """Render one of the tags."""
    page = Template(f"{{% load tiles %}}{{% {tag} text size %}}")
    return page.render(Context({"text": text, "size": size}))


def alts(html: str) -> list[str]:
    """Return what is said instead of each picture."""
    return re.findall(r'alt="([^"]*)"', html)


def files(html: str) -> list[str]:
    """Return the pictures' files."""
    return re.findall(r'src="/static/tiles/(\w+)\.svg"', html)


def test_tiles_are_shown_in_the_order_they_are_written() -> None:
    html = show("tile_pictures", "5z 21m")
    assert files(html) == ["5z", "2m", "1m"]
    assert alts(html) == ["white dragon", "2 of characters", "1 of characters"]


@pytest.mark.parametrize("tile", range(JOKER + 1))
def test_every_tile_has_its_name(tile: int) -> None:
    name = format_tiles((tile,))
    html = show("tile_pictures", name)
    assert files(html) == [name]
    assert alts(html) == [TILE_NAMES[tile]]


@pytest.mark.parametrize("size", tiles.HEIGHTS)
def test_a_picture_keeps_its_place_before_it_is_loaded(size: str) -> None:
    html = show("tile_pictures", "1m", size)
    height = tiles.HEIGHTS[size]
    assert f'width="{height * 3 // 4}" height="{height}"' in html
    assert f'class="tiles tiles-{size}"' in html


@pytest.mark.parametrize("tag", ["tile_pictures", "set_pictures"])
def test_only_pictures_that_are_folded_away_wait_to_be_loaded(tag: str) -> None:
    assert "lazy" not in show(tag, "123m")
    page = Template(f'{{% load tiles %}}{{% {tag} "123m" folded=True %}}')
    assert page.render(Context()).count(' loading="lazy">') == 3


@pytest.mark.parametrize("tag", ["tile_pictures", "set_pictures"])
@pytest.mark.parametrize("text", NO_TILES)
def test_what_is_no_tile_is_shown_as_text(tag: str, text: str) -> None:
    html = show(tag, text)
    assert html == text.replace("<", "&lt;").replace(">", "&gt;")


def test_text_in_the_template_itself_is_escaped_too() -> None:
    page = Template('{% load tiles %}{% tile_pictures "<b>" %}{% set_pictures "<i>" %}')
    assert page.render(Context()) == "&lt;b&gt;&lt;i&gt;"


@pytest.mark.parametrize("tag", ["tile_pictures", "set_pictures"])
@pytest.mark.parametrize("nothing", ["", "  ", None])
def test_no_tiles_show_nothing(tag: str, nothing: str | None) -> None:
    assert show(tag, nothing) == ""


def test_an_exposed_set_has_no_mark() -> None:
    html = show("set_pictures", "312m")
    assert files(html) == ["1m", "2m", "3m"]
    assert "concealed" not in html


def test_a_concealed_set_is_marked_for_eyes_and_ears() -> None:
    html = show("set_pictures", "(555s)")
    assert files(html) == ["5s"] * 3
    assert alts(html) == ["5 of bamboos"] * 3
    assert "tiles-concealed" in html
    assert '<span class="tiles-said">concealed: </span>' in html


def test_a_concealed_kong_lies_with_its_outer_tiles_face_down() -> None:
    html = show("set_pictures", "(7777z)")
    assert files(html) == ["back", "7z", "7z", "back"]
    assert alts(html) == [
        "red dragon, face down",
        "red dragon",
        "red dragon",
        "red dragon, face down",
    ]


def test_an_exposed_kong_lies_open() -> None:
    assert files(show("set_pictures", "7777z")) == ["7z"] * 4


def test_four_concealed_tiles_that_are_no_kong_lie_open() -> None:
    assert files(show("set_pictures", "(1234m)")) == ["1m", "2m", "3m", "4m"]


def test_names_are_said_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tiles, "gettext", lambda text: f"<{text}> in Dutch")
    html = show("tile_pictures", "5z")
    assert alts(html) == ["&lt;white dragon&gt; in Dutch"]


def test_a_size_there_is_not_is_a_slip_of_the_template() -> None:
    with pytest.raises(KeyError):
        show("tile_pictures", "5z", "huge")


@pytest.mark.parametrize(
    ("language", "letters"), [("en", "ESWNWGR"), ("nl", "OZWNWGR"), ("de", "OSWNWGR")]
)
def test_honours_carry_their_letter(language: str, letters: str) -> None:
    with translation.override(language):
        html = show("tile_pictures", "1m1234567z")
    assert "".join(re.findall(r'data-letter="(.)"', html)) == letters


def test_what_lies_face_down_carries_no_letter() -> None:
    assert show("set_pictures", "(7777z)").count("data-letter") == 2


def test_on_paper_a_set_is_one_picture_that_says_its_tiles() -> None:
    page = Template("{% load tiles %}{% set_pictures text in_one=True %}")

    def on_paper(text: str) -> str:
        return page.render(Context({"text": text}))

    html = on_paper("312m")
    row = "/static/tiles/1m.svg,/static/tiles/2m.svg,/static/tiles/3m.svg"
    assert f'src="{row}"' in html
    assert alts(html) == ["1 of characters, 2 of characters, 3 of characters"]
    kong = on_paper("(7777z)")
    assert kong.count("back.svg") == 2
    assert "tiles-concealed" in kong
    assert alts(kong)[0].startswith("concealed: red dragon, face down, red dragon,")
    assert on_paper("<i>") == "&lt;i&gt;"
    assert on_paper("") == ""
