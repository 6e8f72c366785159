"""The outcome of a game in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from clubscore.club.templatetags.numbers import signed
from clubscore.partie import engine
from clubscore.partie.game_record import OutcomeRecord
from clubscore.partie.words import Way, circumstance_name, offence_name, pao_reason

Names = Mapping[str, str]
"""Players' names by their ids."""


def how_of(ruleset: str, outcome: OutcomeRecord, names: Names) -> str:
    """Return how a game ended, in a few words beside the winner's name."""
    if outcome["kind"] == "win":
        how = how_won(ruleset, outcome, names)
        if is_unsaid(outcome):
            unsaid = gettext("won by several or unsaid")
            return f"{unsaid}, {how}" if outcome.get("source") else unsaid
        pao = pao_of(outcome, names)
        if pao is None:
            return how
        return gettext("%(how)s, %(player)s pays for all") % {
            "how": how,
            "player": pao.player,
        }
    penalty = penalty_of(outcome, names)
    if penalty is None:
        return gettext("draw") if is_draw(outcome) else gettext("ended otherwise")
    if not penalty.offence:
        return gettext("penalty: %(name)s") % {"name": penalty.offender}
    return gettext("penalty: %(offender)s, %(offence)s") % {
        "offender": penalty.offender,
        "offence": penalty.offence,
    }


def is_draw(outcome: OutcomeRecord) -> bool:
    """Return whether nobody won, and nobody’s fault ended the game."""
    return bool(outcome["kind"] == "draw")


def is_unsaid(outcome: OutcomeRecord) -> bool:
    """Return whether several won, or a winner whose name is not recorded."""
    return outcome["kind"] == "win" and outcome.get("winner") is None


def how_won(ruleset: str, outcome: OutcomeRecord, names: Names) -> str:
    """Return how a game was won, in words that follow “won”; empty if nobody did."""
    if outcome["kind"] != "win":
        return ""
    values = {"giver": names.get(outcome.get("from") or "", "")}
    match outcome.get("source"):
        case None:
            text = gettext("nobody says how")
        case "discard" if not values["giver"]:
            text = gettext("on a discard")
        case "discard":
            text = gettext("on %(giver)s’s discard") % values
        case "robbed_kong":
            text = gettext("by robbing %(giver)s’s kong") % values
        case "wall":
            text = gettext("self-drawn")
        case source:
            is_known = source in Way.values
            text = str(Way(source).label) if is_known else gettext("in another way")
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


def pao_of(outcome: OutcomeRecord, names: Names) -> PaoSaid | None:
    """Return who pays for all and why; None if nobody does."""
    pao = outcome.get("pao") if outcome["kind"] == "win" else None
    if not pao:
        return None
    return PaoSaid(names[pao["player"]], pao_reason(pao["reason"]))


@dataclass(frozen=True, slots=True)
class PenaltySaid:
    """A fault that ended a game."""

    offender: str
    """Whose fault it was; several names where several were at fault."""
    offence: str
    """Empty where nobody says which it was."""
    excluded: tuple[str, ...]
    """Who receives nothing, because of a fault of their own."""


def penalty_of(outcome: OutcomeRecord, names: Names) -> PenaltySaid | None:
    """Return whose fault ended a game; None if none did."""
    if outcome["kind"] != "penalty":
        return None
    said = outcome.get("offence")
    offence = offence_name(said) if said is not None else ""
    if giver := outcome.get("from"):
        offence = gettext("%(offence)s on %(giver)s’s discard") % {
            "offence": offence,
            "giver": names[giver],
        }
    return PenaltySaid(
        ", ".join(names[key] for key in engine.players_of(outcome["offender"])),
        offence,
        tuple(names[key] for key in outcome.get("excluded") or ()),
    )


def scores_sentence(scores: Mapping[str, int], names: Names) -> str:
    """Return what a game came to, as a sentence; nothing where nobody paid."""
    if not any(scores.values()):
        return ""
    listed = [f"{names[player]} {signed(score)}" for player, score in scores.items()]
    return f"{', '.join(listed)}."
