"""
The chain of a partie: every revision holds the hash of the one before it.

The first holds the hash of how the partie began, and the partie the hash of the last.
Whoever changes, drops or slips in a revision later on breaks the chain, unless all of
it is made anew; and then the head of the club is another one than was published.

docs/proof.md says what exactly is hashed. It names players by their `uid`, so that the
chain of a club holds on another installation too, and what version 1 hashes stays as it
is for ever.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.utils import timezone

from clubscore.club.initials import withheld_in
from clubscore.club.models import Club, Player
from clubscore.club.numbers import number_in
from clubscore.partie import entries
from clubscore.partie.models import Entry, Partie, Revision

VERSION = 1
"""Of what is hashed, and how."""

Uids = Mapping[str, str]
"""The `uid` of players by their ids, both as texts."""


def hash_of(content: Any) -> str:
    """
    Return the SHA-256 of *content* as JSON: keys sorted, no spaces, ASCII alone.

    >>> hash_of({"b": 1, "a": "x"}) == hashlib.sha256(b'{"a":"x","b":1}').hexdigest()
    True
    """
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def start_hash(partie: Partie, seated: Iterable[str]) -> str:
    """Return the hash of how *partie* began with *seated*, uids in their order."""
    return hash_of(
        {
            "chain": VERSION,
            "number": partie.number,
            "season": partie.season.slug,
            "date": str(partie.evening.date),
            "table": partie.table,
            "ruleset": partie.ruleset,
            "edition": partie.edition,
            "options": partie.options,
            "start_chips": partie.start_chips,
            "uses_chips": partie.uses_chips,
            "substitutes": partie.substitutes,
            "made_at": _moment(partie.made_at),
            "seats": list(seated),
        }
    )


def revision_hash(revision: Revision, uids: Uids) -> str:
    """Return the hash of *revision*, which holds the one before it already."""
    entry = revision.entry
    content = _content_of(revision).renamed(lambda key: uids.get(key, key))
    return hash_of(
        {
            "before": revision.before,
            "entry": entry.place,
            "put_before": entry.before.place if entry.before is not None else None,
            "kind": str(entry.kind),
            "number": revision.number,
            "said": content.as_json,
            "result": json.loads(json.dumps(revision.result)),
            "is_withdrawn": revision.is_withdrawn,
            "edition": revision.edition,
            "by": written_by(revision),
            "author": revision.author,
            "reason": revision.reason,
            "made_at": _moment(revision.made_at),
        }
    )


def _content_of(revision: Revision) -> entries.Content:
    """Return what a revision holds; raise ValueError if that is not all it keeps."""
    # As the database gives it back, whatever it was written from.
    said = json.loads(json.dumps(revision.said))
    content = entries.read(revision.entry.kind, said)
    if content.as_json != said:
        msg = f"not what is kept of an entry of the kind {revision.entry.kind}"
        raise ValueError(msg)
    return content


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def written_by(revision: Revision) -> dict[str, int | None]:
    """Return the ids of account, link and token, as they were where it was written."""
    if revision.elsewhere is not None:
        found: dict[str, int | None] = revision.elsewhere
        return found
    return {
        "account": revision.account_id,
        "link": revision.link_id,
        "token": revision.token_id,
    }


def players_in(revision: Revision) -> set[str]:
    """Return the ids of the players whom a revision mentions."""
    return entries.players_in(revision.content)


def uids_of(keys: Iterable[str]) -> dict[str, str]:
    """Return the uids of players by their ids; one query."""
    pks = [int(key) for key in keys if number_in(key) is not None]
    found = Player.objects.filter(pk__in=pks).values_list("pk", "uid")
    return {str(pk): str(uid) for pk, uid in found}


# Writing ------------------------------------------------------------------------------


class Chain:
    """
    The chain of a partie that is locked, to add revisions to it.

    Whoever adds one saves the partie's `head` and `head_at` in the same transaction.
    """

    def __init__(self, partie: Partie, uids: Uids | None = None) -> None:
        """Take the end of the chain; *uids* spare queries where they are known."""
        self.partie = partie
        self.uids = dict(uids or {})

    def begin(self, players: Iterable[Player]) -> None:
        """Note how the partie began: who sat down, the first East first."""
        self.partie.head = start_hash(self.partie, (str(one.uid) for one in players))
        self.partie.head_at = self.partie.made_at

    def seal(self, revision: Revision) -> Revision:
        """Let a new revision follow the last one; a query where it mentions others."""
        unknown = players_in(revision) - self.uids.keys()
        if unknown:
            self.uids.update(uids_of(unknown))
        partie, revision.before = self.partie, self.partie.head
        partie.head = revision_hash(revision, self.uids)
        partie.head_at = max(partie.head_at or revision.made_at, revision.made_at)
        return revision

    def add(self, *, entry: Entry, **fields: Any) -> Revision:
        """Save a new revision of *entry* at the end of the chain."""
        revision = self.seal(Revision(entry=entry, made_at=timezone.now(), **fields))
        # That there is such an entry, and no such revision, the database asks anyway.
        revision.clean_fields(exclude=["entry"])
        revision.save(force_insert=True)
        return revision


def accounts_hash(revisions: Iterable[Revision]) -> str:
    """
    Return the hash of who is here who wrote what came with a club's file; else nothing.

    The chain says who that was where it was written. Accounts and links of this
    installation follow from what was known of them when the file was read.
    """
    here = [
        [place, one.account_id, one.link_id, one.token_id]
        for place, one in enumerate(revisions, start=1)
        if one.elsewhere is not None
    ]
    return hash_of(here) if here else ""


# Checking -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Break:
    """A place where a chain does not hold."""

    what: str
    stored: str | None
    expected: str


def breaks_in(partie: Partie) -> Iterator[Break]:
    """Yield each place where the chain of *partie* does not hold; three queries."""
    seats = list(partie.seats.order_by("place").values_list("place", "player__uid"))
    clubs = [partie.club_id, partie.season.club_id, partie.evening.club_id]
    if len(set(clubs)) > 1:
        what = "its club, its season’s and its evening’s are not the same"
        yield Break(what, str(clubs), str(clubs[:1] * 3))
    places = [place for place, _uid in seats]
    if places != list(range(len(seats))):
        yield Break(
            "a seat has another place", str(places), str(list(range(len(seats))))
        )
    revisions = list(
        Revision.objects.filter(entry__partie=partie)
        .select_related("entry__before")
        .order_by("pk")
    )
    try:
        uids = uids_of(set().union(*map(players_in, revisions)))
        expected = start_hash(partie, (str(uid) for _place, uid in seats))
        what = "how the partie began"
        for revision in revisions:
            if revision.before != expected:
                yield Break(f"{what} is not as it was", revision.before, expected)
            expected = revision_hash(revision, uids)
            what = f"entry {revision.entry.place}, revision {revision.number}"
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        yield Break("a revision is not of the shape it had", repr(error), "")
        return
    if partie.head != expected:
        yield Break(f"{what} is not as it was, or not the last", partie.head, expected)
    last_at = max([partie.made_at, *(one.made_at for one in revisions)])
    if partie.head_at != last_at:
        was = str(partie.head_at)
        yield Break("when it was last written in is not as it was", was, str(last_at))
    here = accounts_hash(revisions)
    if partie.imported != here:
        yield Break("who is here who wrote it elsewhere", partie.imported, here)


def midnight(day: date) -> datetime:
    """Return when a day begins, by the clock of the installation."""
    return timezone.make_aware(datetime.combine(day, time.min))


def day_published() -> date:
    """Return the day before which all is settled: today, but for its first minute."""
    return timezone.localdate(timezone.now() - timedelta(minutes=1))


@dataclass(frozen=True, slots=True)
class Published:
    """What a club shows of its chains, for whoever checks them later."""

    day: date
    """It holds what was recorded before that day."""
    head: str


def published(club: Club) -> Published | None:
    """
    Return what a leaderboard shows today; None where nothing was recorded before.

    None, too, while initials stand for a name in the club: whoever knows all else that
    is hashed could try which name makes that head.
    """
    withheld = withheld_in(club)
    if withheld.shown or withheld.accounts:
        return None
    day = day_published()
    head = club_head(club, midnight(day))
    return Published(day, head) if head else None


def club_head(club: Club, before: datetime | None = None) -> str:
    """
    Return the hash of the last hashes of all parties; nothing where there is none.

    With *before* it is the one of what was recorded before that moment, the same on
    every later day. One query, and another where something was recorded since.
    """
    parties = club.parties.order_by("number")
    if before is not None:
        parties = parties.filter(made_at__lt=before)
    rows = list(parties.values_list("pk", "number", "head", "head_at"))
    late = [pk for pk, _number, _head, at in rows if before and at and at >= before]
    then: dict[int, str | None] = {}
    if late:
        then = dict(
            Revision.objects.filter(entry__partie__in=late, made_at__gte=before)
            .order_by("-pk")
            .values_list("entry__partie", "before")
        )
    heads = [[number, then.get(pk, head)] for pk, number, head, _at in rows]
    return hash_of({"chain": VERSION, "parties": heads}) if heads else ""


def gaps_in(club: Club) -> Iterator[tuple[int, int]]:
    """Yield the first and last number of parties that are not there any more."""
    expected = 1
    for number in club.parties.order_by("number").values_list("number", flat=True):
        if number > expected:
            yield expected, number - 1
        expected = number + 1
