"""The history of a partie: its revisions, by whom and why, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from clubscore.club.initials import Withheld, withheld_in
from clubscore.club.models import Club
from clubscore.club.numbers import number_in
from clubscore.club.templatetags.numbers import figure
from clubscore.partie import entries
from clubscore.partie.answers import part
from clubscore.partie.audit import RECOUNTED
from clubscore.partie.correction import FOLLOWS, FOLLOWS_EVENT, FOLLOWS_SEATS
from clubscore.partie.entries import (
    Booking,
    Content,
    End,
    Note,
    Result,
    Seating,
    Substitute,
    Unknown,
    Void,
    players_in,
    reason_of,
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
            _what(ruleset, one.content, names, counted.get(one.entry_id)),
            one.is_withdrawn,
            who_of(one, withheld),
            why_of(one),
            one,
            counted.get(one.entry_id),
            tuple(_changes(ruleset, known.get(_before(one)), one, names)),
        )
        for one in revisions
    ]


def history_shown(partie: Partie, lines: Iterable[HistoryLine]) -> list[SafeString]:
    """Return what was written in a partie, each line as pages show it."""
    return [
        part(
            "partie/_revision.html",
            club={"slug": partie.club.slug},
            partie={"number": partie.number},
            line={
                "what": one.what,
                "is_withdrawn": one.is_withdrawn,
                "is_correction": one.is_correction,
                "who": one.who,
                "why": one.why,
                "number": one.number,
                "changes": one.changes,
                "revision": {"made_at": one.revision.made_at},
            },
        )
        for one in lines
    ]


def names_in(
    club: Club, revisions: Collection[Revision], names: Names
) -> dict[str, str]:
    """
    Return the names of all who are mentioned, *names* being known already.

    Who was a substitute for a moment has no row of the partie any more; their names
    cost a query.
    """
    mentioned = {key for one in revisions for key in players_in(one.content)}
    unknown = [key for key in mentioned - names.keys() if number_in(key) is not None]
    found = club.players.filter(pk__in=unknown) if unknown else ()
    return {**names, **{str(player.pk): player.name for player in found}}


def _before(revision: Revision) -> tuple[int, int]:
    return revision.entry_id, revision.number - 1


def _changes(
    ruleset: str, before: Revision | None, after: Revision, names: Names
) -> Iterator[str]:
    """Yield what a game's revision says otherwise than the one before it."""
    if before is None or after.is_withdrawn:
        return
    was, now = before.content, after.content
    if not (
        isinstance(was, entries.RecordedGame) and isinstance(now, entries.RecordedGame)
    ):
        return
    text = _what(ruleset, was, names)
    if text != _what(ruleset, now, names):
        yield gettext("before: %(what)s") % {"what": text}
    elif was.outcome != now.outcome:
        yield gettext("how it ended")
    if was.east != now.east:
        yield gettext("East: %(before)s → %(after)s") % {
            "before": names.get(was.east or "", "–"),
            "after": names.get(now.east or "", "–"),
        }
    for key in dict.fromkeys([*was.hands, *now.hands]):
        if was.hands.get(key) != now.hands.get(key):
            yield gettext("the hand of %(player)s") % {"player": names[key]}
    if was.remark != now.remark:
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
    ruleset: str, content: Content, names: Names, number: int | None = None
) -> str:
    """Return what an entry tells of, as a sentence."""
    match content:
        case entries.RecordedGame():
            return _game(ruleset, content, names, number)
        case Booking(payer, payee, amount):
            return gettext("Booking: %(payer)s → %(payee)s %(amount)s") % {
                "payer": names[payer],
                "payee": names[payee],
                "amount": figure(amount),
            }
        case Seating(players):
            seated = ", ".join(names[key] for key in players)
            return gettext("New seats: %(names)s") % {"names": seated}
        case Substitute(leaving, coming):
            return gettext("%(coming)s plays for %(leaving)s") % {
                "coming": names[coming],
                "leaving": names[leaving],
            }
        case End():
            return gettext("Ended here")
        case Result():
            return gettext("Result of the whole partie, its games are not known")
        case Void():
            return gettext("Made void")
        case Note(text):
            return gettext("Note: %(text)s") % {"text": text}
        case Unknown():
            return gettext("Entry of a kind that is not known here")
        case _:
            assert_never(content)


def _game(
    ruleset: str, game: entries.RecordedGame, names: Names, number: int | None
) -> str:
    winner = names.get(game.winner or "", "")
    how = how_of(ruleset, game.outcome, names)
    if winner:
        how = gettext("%(winner)s, %(how)s") % {"winner": winner, "how": how}
    if number is None:
        return gettext("Game: %(how)s") % {"how": how}
    return gettext("Game %(number)d: %(how)s") % {"number": number, "how": how}


def why_of(revision: Revision) -> str:
    """Return the reason that was given for what a revision says."""
    return _reason(revision.reason) or reason_of(revision.content)


def _reason(text: str) -> str:
    """Return a reason, in the reader's language where we gave it ourselves."""
    for stored, told in OUR_REASONS.items():
        found = re.fullmatch(stored.replace("%d", r"(\d+)"), text)
        if found is not None:
            return str(told) % {"number": "".join(found.groups())}
    return text
