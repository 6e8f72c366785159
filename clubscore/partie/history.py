"""What was written in a partie, by whom and why, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from clubscore.partie.models import Revision
from clubscore.partie.telling import Names, how_of


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One revision of a partie."""

    what: str
    is_withdrawn: bool
    who: str
    why: str
    revision: Revision


def history_of(
    ruleset: str, revisions: Sequence[Revision], names: Names
) -> list[HistoryLine]:
    """Return what was written in a partie, as sentences."""
    return [
        HistoryLine(
            _what(ruleset, one, names),
            one.is_withdrawn,
            who_of(one),
            why_of(one),
            one,
        )
        for one in revisions
    ]


def who_of(revision: Revision) -> str:
    """Return who wrote a revision."""
    if revision.author:
        return revision.author
    return gettext("with the table’s link")


def _what(ruleset: str, revision: Revision, names: Names) -> str:
    said = revision.said
    match revision.entry.kind:
        case "game":
            winner = names.get(said["outcome"].get("winner") or "", "")
            how = how_of(ruleset, said["outcome"], names)
            if not winner:
                return gettext("Game: %(how)s") % {"how": how}
            return gettext("Game: %(winner)s, %(how)s") % {
                "winner": winner,
                "how": how,
            }
        case "booking":
            return gettext("Booking: %(payer)s → %(payee)s %(amount)d") % {
                "payer": names[said["from"]],
                "payee": names[said["to"]],
                "amount": said["amount"],
            }
        case "seating":
            seated = ", ".join(names[key] for key in said["players"])
            return gettext("New seats: %(names)s") % {"names": seated}
        case "substitute":
            return gettext("%(coming)s plays for %(leaving)s") % {
                "coming": names[said["in"]],
                "leaving": names[said["out"]],
            }
        case "end":
            return gettext("Ended here")
        case _:
            return gettext("Made void")


def why_of(revision: Revision) -> str:
    """Return the reason that was given for what a revision says."""
    return revision.reason or str(revision.said.get("reason", ""))
