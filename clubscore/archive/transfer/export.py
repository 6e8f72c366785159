"""
The export of a club to its file, piece by piece.

What refers to something comes before it: a player who sits down while the file is
being written is still in it. What was said in one partie is read at one moment.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from django.db.models import Prefetch

from clubscore.archive.transfer.plans import plans_told
from clubscore.archive.transfer.shapes import FORMAT, VERSION
from clubscore.club import own_books
from clubscore.club.initials import NOTHING, withheld_in
from clubscore.club.models import Club, FormerAuthor, Member, Player, Season
from clubscore.partie.chain import written_by
from clubscore.partie.history import name_written
from clubscore.partie.models import (
    Agreement,
    Evening,
    Partie,
    Presence,
    Revision,
    Seat,
    SignOn,
    TableLink,
)
from clubscore.partie.signals import club_exported

Told = dict[str, Any]
AT_ONCE = 25
"""How many parties are read together."""


class Ids:
    """Ids of the file's own for the rows that occur in it, from 1 up."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def of(self, pk: int) -> int:
        """Return the id of a row, a new one where it occurs for the first time."""
        return self._known.setdefault(pk, len(self._known) + 1)

    def of_text(self, key: str) -> str:
        """Return the id of a row that is known by its key as a text."""
        return str(self.of(int(key)))


class Export:
    """One writing of a club's file."""

    def __init__(self, club: Club, *, has_withheld: bool = False) -> None:
        """Begin with nothing; names that initials stand for go in if *has_withheld*."""
        self.club = club
        self.has_withheld = has_withheld
        self.withheld = NOTHING if has_withheld else withheld_in(club)
        self.players = Ids()
        self.seasons = Ids()
        # Who is a member now; others who wrote are known by name alone.
        self.accounts = dict(
            club.members.values_list("account", "account__username").order_by("pk")
        )
        # Of closed accounts the file says who wrote what only where it tells names.
        if has_withheld:
            former = FormerAuthor.objects.filter(club=club)
            self.accounts |= dict(former.values_list("account", "account__username"))

    def pieces(self) -> Iterator[str]:
        """Yield the file, a partie or less at a time."""
        head = {"format": FORMAT, "version": VERSION, "club": _club(self.club)}
        yield json.dumps(head, cls=_Encoder, ensure_ascii=False)[:-1]
        for name, items in (
            ("plans", plans_told(self.club, self.players.of, self.seasons.of)),
            *([("books", self._books())] if self.club.own_books.exists() else ()),
            ("parties", self._parties()),
            *self._also_told(),
            ("evenings", self._evenings()),
            ("planned_evenings", self._planned_evenings()),
            ("seasons", self._seasons()),
            ("members", self._members()),
            *self._former_authors(),
            ("players", self._players()),
        ):
            yield f',\n"{name}": ['
            before = "\n"
            for item in items:
                yield before + json.dumps(item, cls=_Encoder, ensure_ascii=False)
                before = ",\n"
            yield "]"
        yield "}\n"

    def _also_told(self) -> Iterator[tuple[str, list[Told]]]:
        """Yield what other rooms tell of the club, where there is something."""
        answers: list[tuple[Any, Any]] = club_exported.send(
            sender=Club, club=self.club, season_id=self.seasons.of
        )
        for _receiver, found in answers:
            yield from ((name, items) for name, items in found.items() if items)

    # Parties ----------------------------------------------------------------------

    def _parties(self) -> Iterator[Told]:
        pks = list(self.club.parties.order_by("pk").values_list("pk", flat=True))
        for first in range(0, len(pks), AT_ONCE):
            yield from self._told(pks[first : first + AT_ONCE])

    def _told(self, pks: Sequence[int]) -> Iterator[Told]:
        written: dict[int, list[Revision]] = {pk: [] for pk in pks}
        for revision in (
            Revision.objects.filter(entry__partie__in=pks)
            .select_related("entry__before")
            .prefetch_related(
                Prefetch("agreements", Agreement.objects.order_by("made_at", "pk"))
            )
            .order_by("pk")
        ):
            written[revision.entry.partie_id].append(revision)
        # Read after what was said, a version is never older than that.
        for partie in (
            Partie.objects.filter(pk__in=pks)
            .select_related("evening")
            .prefetch_related(
                Prefetch("seats", Seat.objects.order_by("place")),
                Prefetch("links", TableLink.objects.order_by("pk")),
            )
            .order_by("pk")
        ):
            yield self._partie(partie, written[partie.pk])

    def _partie(self, partie: Partie, revisions: Sequence[Revision]) -> Told:
        links = {link.pk: place for place, link in enumerate(partie.links.all())}
        entries = {one.entry.place: one.entry for one in revisions}
        is_withheld = any(
            name_written(one, self.withheld) != one.author for one in revisions
        )
        return {
            "number": partie.number,
            "season": self.seasons.of(partie.season_id),
            "date": partie.evening.date,
            "table": partie.table,
            "ruleset": own_books.said(partie.ruleset),
            "edition": partie.edition,
            "options": partie.options,
            "start_chips": partie.start_chips,
            "uses_chips": partie.uses_chips,
            "substitutes": partie.substitutes,
            "version": partie.version,
            "made_at": partie.made_at,
            "seats": [self.players.of(seat.player_id) for seat in partie.seats.all()],
            "links": [
                {"made_at": link.made_at, "revoked_at": link.revoked_at}
                for link in partie.links.all()
            ],
            "entries": [
                {
                    "place": place,
                    "before": entry.before.place if entry.before is not None else None,
                    "kind": entry.kind,
                }
                for place, entry in sorted(entries.items())
            ],
            "revisions": [self._revision(one, links) for one in revisions],
            # Whoever has it and all but a name can try which name it was.
            "head": None if is_withheld else partie.head,
        }

    def _revision(self, revision: Revision, links: dict[int, int]) -> Told:
        content = revision.content.renamed(self.players.of_text)
        return {
            "entry": revision.entry.place,
            "number": revision.number,
            "said": content.as_json,
            "result": revision.result,
            "is_withdrawn": revision.is_withdrawn,
            "edition": revision.edition,
            "account": self._account(revision.account_id),
            "link": links.get(revision.link_id or 0),
            "by": written_by(revision),
            "author": name_written(revision, self.withheld),
            "reason": revision.reason,
            "made_at": revision.made_at,
            "agreements": [
                {
                    "player": self.players.of(one.player_id),
                    "account": self._account(one.account_id),
                    "link": links.get(one.link_id or 0),
                    "made_at": one.made_at,
                }
                for one in revision.agreements.all()
            ],
        }

    def _account(self, pk: int | None) -> str | None:
        """Return the name of an account that is a member; None for others."""
        return self.accounts.get(pk) if pk is not None else None

    # What they refer to -------------------------------------------------------------

    def _evenings(self) -> Iterator[Told]:
        presences = Prefetch("presences", Presence.objects.order_by("pk"))
        evenings = Evening.objects.filter(club=self.club).prefetch_related(presences)
        for evening in evenings.order_by("pk"):
            yield {
                "date": evening.date,
                "presences": [
                    {"player": self.players.of(one.player_id), "part": one.part}
                    for one in evening.presences.all()
                ],
            }

    def _planned_evenings(self) -> Iterator[Told]:
        answers = Prefetch("sign_ons", SignOn.objects.order_by("pk"))
        for planned in self.club.planned_evenings.prefetch_related(answers):
            yield {
                **_fields(planned, "date", "starts_at", "ends_at", "place"),
                "sign_ons": [
                    {
                        "player": self.players.of(one.player_id),
                        **_fields(one, "comes", "answered_at"),
                    }
                    for one in planned.sign_ons.all()
                ],
            }

    def _books(self) -> Iterator[Told]:
        for book in self.club.own_books.prefetch_related("editions"):
            yield {
                **_fields(book, "draft", "is_offered"),
                "editions": [
                    _fields(one, "number", "content", "author", "made_at")
                    for one in book.editions.all()
                ],
            }

    def _seasons(self) -> Iterator[Told]:
        for season in Season.objects.filter(club=self.club).order_by("pk"):
            yield {
                "id": self.seasons.of(season.pk),
                **_fields(season, "name", "slug", "starts_on", "ends_on"),
                "ruleset": own_books.said(season.ruleset),
                **_fields(season, "options", "method", "substitutes"),
                "made_at": season.made_at,
            }

    def _players(self) -> Iterator[Told]:
        for player in Player.objects.filter(club=self.club).order_by("pk"):
            yield {
                "id": self.players.of(player.pk),
                "name": player.name,
                "withheld_name": player.withheld_name if self.has_withheld else "",
                **_fields(player, "slug", "uid", "is_guest"),
                "merged_into": self._player(player.merged_into_id),
                "merged_through": self._player(player.merged_through_id),
                "made_at": player.made_at,
            }

    def _player(self, pk: int | None) -> int | None:
        return self.players.of(pk) if pk is not None else None

    def _members(self) -> Iterator[Told]:
        members = Member.objects.filter(club=self.club, account__in=self.accounts)
        for member in members.select_related("account").order_by("pk"):
            yield {
                "account": member.account.username,
                "role": member.role,
                "player": self._player(member.player_id),
                "linked_to": self._player(member.linked_to_id),
                "joined_at": member.joined_at,
            }

    def _former_authors(self) -> Iterator[tuple[str, list[Told]]]:
        """Yield the closed accounts whose names are in the file, if there are any."""
        found = FormerAuthor.objects.filter(club=self.club, account__in=self.accounts)
        told = [
            {"account": one.account.username, "initials": one.initials}
            for one in found.select_related("account")
        ]
        if told:
            yield "former_authors", told


class _Encoder(json.JSONEncoder):
    """JSON with the whole of a time: the first of two must stay the first."""

    def default(self, o: Any) -> str:
        """Return what stands for a value that JSON does not know."""
        return o.isoformat() if isinstance(o, date) else str(o)


def _club(club: Club) -> Told:
    return {
        **_fields(club, "name", "slug", "is_public", "wall", "correctors"),
        **_fields(club, "asks_agreement", "final_after", "point_worth", "currency"),
        **_fields(club, "hides_skill_rating", "fewest_parties", "shows_forecast"),
        **_fields(club, "shows_checklist", "is_unclaimed", "made_at"),
    }


def _fields(row: Any, *names: str) -> Told:
    return {name: getattr(row, name) for name in names}


def club_file(club: Club, *, has_withheld: bool = False) -> Iterator[str]:
    """
    Yield the file of a club in pieces, to be sent or written as they come.

    Names that initials stand for are in it only with *has_withheld*: for whoever has
    the whole database anyway.
    """
    return Export(club, has_withheld=has_withheld).pieces()
