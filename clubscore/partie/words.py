"""
The table’s words for the keys of a game record.

Forms offer them, and pages tell with them what was said.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.club.engine import ruleset_called
from clubscore.partie import engine


class Way(TextChoices):
    """How a game was won, beyond who gave the tile; it can follow “won”."""

    ORDINARY = "", _("in the ordinary way")
    ROBBED_KONG = "robbed_kong", _("by robbing a kong")
    REPLACEMENT = "replacement", _("with the replacement tile of a kong")
    REPLACEMENT_BONUS = (
        "replacement_bonus",
        _("with the replacement tile of a flower or season"),
    )
    DEAL = "deal", _("with the dealt tiles")


class OffenceWord(TextChoices):
    """A fault that ends a game."""

    FALSE_MAHJONG = "false_mahjong", _("false mahjong")
    SPOILED_GAME = "spoiled_game", _("spoiled the game for another")
    FALSE_NAMING = "false_naming", _("named a discard wrongly that won the game")


FIRST_TURN = "first_turn"
CIRCUMSTANCES = {
    "last_tile": _("last tile of the wall"),
    "kong_on_kong": _("kong on kong"),
    FIRST_TURN: _("in the first turn"),
    "bird_eats_cake": _("bird eats cake"),
    "ninth_win": _("East’s ninth win in a row"),
    "last_of_its_kind": _("last of its kind"),
    "jokerless": _("jokerless"),
    "singles_and_pairs": _("singles and pairs"),
}
PAO_REASONS = {
    "nine_tiles": _("nine tiles: fed a hand with three open sets of one suit"),
    "big_three_dragons": _("big three dragons: gave the third set of dragons"),
    "big_four_winds": _("big four winds: gave the fourth set of winds"),
    "last_five_tiles": _("last five tiles: gave a tile of which none lay open"),
    "twelfth_tile": _(
        "twelfth tile: gave the fourth open set of one suit, and the win was self-drawn"
    ),
    "dangerous_discard": _("gave the winning tile by a dangerous discard"),
    "false_naming": _("named the winning discard wrongly"),
}
"""Why one player can have to pay for all."""
OTHERWISE = _(engine.OTHERWISE)
"""What a newer version of the site may have written."""
CLAIMS = {
    "half_flush": _("one suit and honours"),
    "half_flush_terminals": _("terminals of one suit and honours"),
    "terminals_and_honours": _("terminals and honours"),
    "full_flush": _("one suit alone"),
    "all_honours": _("honours alone"),
}
DEAD = {key: _(reason) for key, reason in engine.DEAD.items()}


def circumstance_name(ruleset: str, key: str) -> str | Promise:
    """Return how a circumstance is called at a table that plays by *ruleset*."""
    if key == FIRST_TURN:
        return gettext(ruleset_called(ruleset).winning.first_turn)
    return CIRCUMSTANCES.get(key, _("in another way"))


def circumstances(ruleset: str, known: Container[str]) -> list[tuple[str, Any]]:
    """Return the circumstances that a rule book knows, by key with their words."""
    return [
        (key, circumstance_name(ruleset, key)) for key in CIRCUMSTANCES if key in known
    ]


def pao_reason(key: str) -> str:
    """Return why one player pays for all."""
    return str(PAO_REASONS.get(key, OTHERWISE))


def pao_reasons(known: Container[str]) -> list[tuple[str, Any]]:
    """Return the reasons that a rule book knows, by key with their words."""
    return [(key, name) for key, name in PAO_REASONS.items() if key in known]


def offences(known: Container[str]) -> list[tuple[str, Any]]:
    """Return the faults that a rule book knows, by key with their words."""
    return [(key, name) for key, name in OffenceWord.choices if key in known]


def offence_name(key: str) -> str:
    """Return which fault ended a game."""
    return str(OffenceWord(key).label if key in OffenceWord.values else OTHERWISE)
