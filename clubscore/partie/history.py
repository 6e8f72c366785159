"""What was written in a partie, by whom and why, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from clubscore.club.initials import Withheld, withheld_in
from clubscore.club.models import Club
from clubscore.club.numbers import number_in
from clubscore.partie.audit import RECOUNTED
from clubscore.partie.correction import (
    FOLLOWS,
    FOLLOWS_EVENT,
    FOLLOWS_SEATS,
)
from clubscore.partie.models import Partie, Revision
from clubscore.partie.outcome_text import Names, how_of

IMPORTED = "taken from a list of old results"
"""The reason that we give ourselves for a partie of which only the result is known."""
OUR_REASONS = {
    FOLLOWS: gettext_lazy("follows from the correction of game %(number)s"),
    FOLLOWS_SEATS: gettext_lazy("follows from the new seats from game %(number)s on"),
    FOLLOWS_EVENT: gettext_lazy("follows from what was taken back"),
    RECOUNTED: gettext_lazy("counted again by the mended rules engine"),
    IMPORTED: gettext_lazy("taken from a list of old results"),
}
"""The reasons that we give ourselves, as they are stored and as they are told."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One revision of a partie."""

    what: str
    is_withdrawn: bool
    who: str
    why: str
    revision: Revision
    number: int | None = None
    """The number of the game that it is about, if that still counts."""
    changes: tuple[str, ...] = ()
    """What it says otherwise than the revision before it."""

    @property
    def is_correction(self) -> bool:
        """Whether it says something anew."""
        return self.revision.number > 1 and not self.is_withdrawn


def history_of(
    partie: Partie,
    revisions: Sequence[Revision],
    names: Names,
    numbers: Mapping[int, int] | None = None,
) -> list[HistoryLine]:
    """
    Return what was written in a partie, as sentences.

    *numbers* are the numbers of the games that count, by the ids of their entries.
    Where somebody of the club is shown by initials this costs a query, once.
    """
    counted, ruleset, withheld = numbers or {}, partie.ruleset, withheld_in(partie.club)
    known = {(one.entry_id, one.number): one for one in revisions}
    return [
        HistoryLine(
            _what(ruleset, one, names, counted.get(one.entry_id)),
            one.is_withdrawn,
            who_of(one, withheld),
            why_of(one),
            one,
            counted.get(one.entry_id),
            tuple(_changes(ruleset, known.get(_before(one)), one, names)),
        )
        for one in revisions
    ]


def names_in(
    club: Club, revisions: Collection[Revision], names: Names
) -> dict[str, str]:
    """
    Return the names of all who are mentioned, *names* being known already.

    Who was a substitute for a moment has no row of the partie any more; their names
    cost a query.
    """
    mentioned = {key for one in revisions for key in _mentioned(one.said)}
    unknown = [key for key in mentioned - names.keys() if number_in(key) is not None]
    found = club.players.filter(pk__in=unknown) if unknown else ()
    return {**names, **{str(player.pk): player.name for player in found}}


def _mentioned(said: Mapping[str, Any]) -> Iterator[str]:
    """Yield the ids of the players whom a revision mentions."""
    outcome = said.get("outcome") or {}
    pao = outcome.get("pao") or {}
    found = [
        *(said.get(field) for field in ("from", "to", "in", "out", "east")),
        *(outcome.get(field) for field in ("winner", "from", "offender")),
        pao.get("player"),
        *(outcome.get("excluded") or ()),
        *said.get("players", ()),
        *said.get("hands", ()),
        *said.get("scores", ()),
        *said.get("totals", ()),
    ]
    return (key for key in found if key)


def _before(revision: Revision) -> tuple[int, int]:
    return revision.entry_id, revision.number - 1


def _changes(
    ruleset: str, before: Revision | None, after: Revision, names: Names
) -> Iterator[str]:
    """Yield what a game's revision says otherwise than the one before it."""
    if before is None or after.is_withdrawn or after.entry.kind != "game":
        return
    was, now = before.said, after.said
    text = _what(ruleset, before, names)
    if text != _what(ruleset, after, names):
        yield gettext("before: %(what)s") % {"what": text}
    elif was["outcome"] != now["outcome"]:
        yield gettext("how it ended")
    if was.get("east") != now.get("east"):
        yield gettext("East: %(before)s → %(after)s") % {
            "before": names.get(was.get("east", ""), "–"),
            "after": names.get(now.get("east", ""), "–"),
        }
    for key in dict.fromkeys([*was.get("hands", ()), *now.get("hands", ())]):
        if was.get("hands", {}).get(key) != now.get("hands", {}).get(key):
            yield gettext("the hand of %(player)s") % {"player": names[key]}
    if was.get("remark") != now.get("remark"):
        yield gettext("the remark")
    if was == now and before.result != after.result:
        yield gettext("what it comes to")


def who_of(revision: Revision, withheld: Withheld) -> str:
    """Return who wrote a revision."""
    author = name_written(revision, withheld)
    if revision.link_id is None:
        return author or gettext("somebody unknown")
    if not author:
        return gettext("with the table’s link")
    # Nobody has checked a name that was given there.
    return gettext("%(name)s, with the table’s link") % {"name": author}


def name_written(revision: Revision, withheld: Withheld) -> str:
    """Return the name under which a revision was written, or its initials."""
    return withheld.told(revision.author, revision.account_id)


def _what(
    ruleset: str, revision: Revision, names: Names, number: int | None = None
) -> str:
    said = revision.said
    match revision.entry.kind:
        case "game":
            winner = names.get(said["outcome"].get("winner") or "", "")
            how = how_of(ruleset, said["outcome"], names)
            if winner:
                how = gettext("%(winner)s, %(how)s") % {"winner": winner, "how": how}
            if number is None:
                return gettext("Game: %(how)s") % {"how": how}
            return gettext("Game %(number)d: %(how)s") % {"number": number, "how": how}
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
        case "result":
            return gettext("Result of the whole partie, its games are not known")
        case "void":
            return gettext("Made void")
        case _:
            # A newer version of the site may have written it.
            return gettext("Entry of a kind that is not known here")


def why_of(revision: Revision) -> str:
    """Return the reason that was given for what a revision says."""
    return _reason(revision.reason) or str(revision.said.get("reason", ""))


def _reason(text: str) -> str:
    """Return a reason, in the reader's language where we gave it ourselves."""
    for stored, told in OUR_REASONS.items():
        found = re.fullmatch(stored.replace("%d", r"(\d+)"), text)
        if found is not None:
            return str(told) % {"number": "".join(found.groups())}
    return text
