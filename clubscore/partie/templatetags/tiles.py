"""
Pictures of tiles, with their names for those who do not see them.

A text that is no tiles is shown as it is: a page must not fail because of what
somebody typed. Pages that show tiles link css/tiles.css.
"""

from __future__ import annotations

from collections.abc import Collection

from django import template
from django.templatetags.static import static
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.partie import engine

register = template.Library()

HEIGHTS = {"small": 24, "normal": 44, "large": 64}
"""How high a tile is in each size, in pixels."""

WIND_TILES = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
"""The files of the winds, by the letters of the seats."""

CONCEALED = _("concealed:")
"""Said before the tiles of a concealed set."""


@register.simple_tag
def wind_tile(letter: str) -> str:
    """Return the address of the picture of a seat's wind."""
    return static(f"tiles/{WIND_TILES[letter]}.svg")


@register.simple_tag
def tile_pictures(
    notation: str | None,
    size: str = "normal",
    *,
    folded: bool = False,
    won: str = "",
) -> SafeString:
    """
    Return pictures of the tiles in *notation*, in the order they are written.

    Those that are *folded* away are loaded when somebody unfolds them. The last one of
    the kind that *won* has an edge.
    """
    try:
        tiles = engine.tile_names(notation or "")
    except engine.RulesError:
        return escape(notation)
    if not tiles:
        return SafeString()
    return format_html(
        '<span class="tiles tiles-{}">{}</span>',
        size,
        _pictures(tiles, size, folded=folded, won=won),
    )


@register.simple_tag
def set_pictures(
    text: str | None,
    size: str = "normal",
    *,
    folded: bool = False,
    in_one: bool = False,
    won: str = "",
) -> SafeString:
    """
    Return pictures of one set; a tray and a word mark a concealed one.

    A concealed kong lies as at the table, its outer tiles face down. On paper a set is
    *in one* picture, whose address is those of its tiles with a comma between.
    """
    try:
        tiles, is_concealed = engine.set_tiles(text or "")
    except engine.RulesError:
        return escape(text)
    if not tiles:
        return SafeString()
    if in_one:
        return _in_one_picture(tiles, size, is_concealed=is_concealed)
    if not is_concealed:
        return format_html(
            '<span class="tiles tiles-set tiles-{}">{}</span>',
            size,
            _pictures(tiles, size, folded=folded, won=won),
        )
    return format_html(
        '<span class="tiles tiles-set tiles-{} tiles-concealed">'
        '<span class="tiles-said">{} </span>{}</span>',
        size,
        CONCEALED,
        _pictures(tiles, size, face_down=_face_down(tiles), folded=folded, won=won),
    )


def _face_down(tiles: list[tuple[str, str]]) -> Collection[int]:
    """Return which tiles of a concealed set lie on their faces."""
    return (0, 3) if len(tiles) == 4 and len(set(tiles)) == 1 else ()


def _in_one_picture(
    tiles: list[tuple[str, str]], size: str, *, is_concealed: bool
) -> SafeString:
    face_down = _face_down(tiles) if is_concealed else ()
    pictures = [
        _picture(file, name, is_down=place in face_down)
        for place, (file, name) in enumerate(tiles)
    ]
    said = ", ".join(name for _address, name in pictures)
    return format_html(
        '<img class="tiles-set tiles-row tiles-{}" src="{}" alt="{}">',
        f"{size} tiles-concealed" if is_concealed else size,
        ",".join(address for address, _name in pictures),
        f"{CONCEALED} {said}" if is_concealed else said,
    )


def _pictures(
    tiles: list[tuple[str, str]],
    size: str,
    face_down: Collection[int] = (),
    *,
    folded: bool,
    won: str,
) -> SafeString:
    marked = _last_of(tiles, won) if won else None
    height = HEIGHTS[size]
    lazily = SafeString(' loading="lazy"' if folded else "")
    return format_html_join(
        " ",
        '<img src="{}" alt="{}" width="{}" height="{}"{}{}>{}',
        (
            (
                *_picture(
                    file, name, is_down=place in face_down, is_won=place == marked
                ),
                height * 3 // 4,
                height,
                lazily,
                SafeString(' class="won"') if place == marked else SafeString(),
                SafeString() if place in face_down else _letter(file, name),
            )
            for place, (file, name) in enumerate(tiles)
        ),
    )


def _last_of(tiles: list[tuple[str, str]], notation: str) -> int | None:
    """Return which tile is the last of a kind; None where there is none of it."""
    kind = engine.tile_names(notation)
    return max(
        (place for place, one in enumerate(tiles) if [one] == kind), default=None
    )


def _letter(file: str, name: str) -> SafeString:
    """Return the letter that a wind or dragon carries, as its name begins."""
    if not file.endswith("z"):
        return SafeString()
    # The white dragon has room for it in its frame alone.
    return format_html(
        '<b class="letter{}" data-letter="{}" aria-hidden="true"></b>',
        " framed" if file == "5z" else "",
        gettext(name)[0].upper(),
    )


def _picture(
    file: str, name: str, *, is_down: bool, is_won: bool = False
) -> tuple[str, str]:
    """Return the address of a tile's picture and what is said instead of it."""
    named = gettext(name)
    if is_won:
        named = gettext("Winning tile: %(tile)s") % {"tile": named}
    if is_down:
        said = gettext("%(tile)s, face down") % {"tile": named}
        return static("tiles/back.svg"), said
    return static(f"tiles/{file}.svg"), named
