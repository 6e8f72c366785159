"""How a game ended, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from clubscore.partie.words import PAO_REASONS, Offence, Way, circumstance_name

Names = Mapping[str, str]
"""Players' names by their ids."""
Outcome = Mapping[str, Any]
"""What was said of how a game ended, with players' ids."""


def how_of(ruleset: str, outcome: Outcome, names: Names) -> str:
    """Return how a game ended, in a few words beside the winner's name."""
    if outcome["kind"] == "win":
        how = how_won(ruleset, outcome, names)
        pao = pao_of(outcome, names)
        if pao is None:
            return how
        return gettext("%(how)s, %(player)s pays for all") % {
            "how": how,
            "player": pao.player,
        }
    penalty = penalty_of(outcome, names)
    if penalty is None:
        return gettext("draw")
    return gettext("penalty: %(offender)s, %(offence)s") % {
        "offender": penalty.offender,
        "offence": penalty.offence,
    }


def how_won(ruleset: str, outcome: Outcome, names: Names) -> str:
    """Return how a game was won, in words that follow “won”; empty if nobody did."""
    if outcome["kind"] != "win":
        return ""
    values = {"giver": names.get(outcome.get("from") or "", "")}
    match outcome["source"]:
        case "discard":
            text = gettext("on %(giver)s’s discard") % values
        case "robbed_kong":
            text = gettext("by robbing %(giver)s’s kong") % values
        case "wall":
            text = gettext("self-drawn")
        case source:
            text = str(Way(source).label) if source in Way.values else source
    more = [
        str(circumstance_name(ruleset, one))
        for one in outcome.get("circumstances") or ()
    ]
    return ", ".join([text, *more])


@dataclass(frozen=True, slots=True)
class PaoSaid:
    """One player pays for all."""

    player: str
    reason: str


def pao_of(outcome: Outcome, names: Names) -> PaoSaid | None:
    """Return who pays for all and why; None if nobody does."""
    pao = outcome.get("pao")
    if not pao:
        return None
    return PaoSaid(names[pao["player"]], str(PAO_REASONS[pao["reason"]]))


@dataclass(frozen=True, slots=True)
class PenaltySaid:
    """A fault that ended a game."""

    offender: str
    offence: str
    excluded: tuple[str, ...]
    """Who receives nothing, because of a fault of their own."""


def penalty_of(outcome: Outcome, names: Names) -> PenaltySaid | None:
    """Return whose fault ended a game; None if none did."""
    if outcome["kind"] != "penalty":
        return None
    offence = str(Offence(outcome["offence"]).label)
    if outcome.get("from"):
        offence = gettext("%(offence)s on %(giver)s’s discard") % {
            "offence": offence,
            "giver": names[outcome["from"]],
        }
    return PenaltySaid(
        names[outcome["offender"]],
        offence,
        tuple(names[key] for key in outcome.get("excluded") or ()),
    )
