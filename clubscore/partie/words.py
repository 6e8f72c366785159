"""
The table’s words for what the contract knows by key.

Forms offer them, and pages tell with them what was said.
"""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


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


CIRCUMSTANCES = {
    "last_tile": _("last tile of the wall"),
    "kong_on_kong": _("kong on kong"),
    "first_turn": _("East’s first discard"),
    "bird_eats_cake": _("bird eats cake"),
}
CLAIMS = {
    "half_flush": _("one suit and honours"),
    "half_flush_terminals": _("terminals of one suit and honours"),
    "terminals_and_honours": _("terminals and honours"),
    "full_flush": _("one suit alone"),
    "all_honours": _("honours alone"),
}
DEAD = {
    "tile_count": _("wrong number of tiles"),
    "faulty_set": _("faulty set"),
    "false_mahjong": _("false mahjong"),
    "other": _("another reason"),
}
