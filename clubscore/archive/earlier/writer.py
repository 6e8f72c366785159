"""
The writes of earlier results: parties from all lines or none, and making them void.

Such a partie is over, and only what it came to is known of it: one entry says so. It
counts in standings as any other; of its games nothing can be counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID, uuid5

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Count, Max, Min, Q
from django.db.models.fields.json import KT
from django.utils.translation import gettext_lazy as _

from clubscore.archive.earlier.checks import CheckedLines, options_of
from clubscore.archive.earlier.lines import EarlierLine
from clubscore.club import engine as rule_books
from clubscore.club.initials import withheld_in
from clubscore.club.models import Club, Player
from clubscore.club.services import player_add
from clubscore.partie import engine, services
from clubscore.partie.chain import Chain, players_in, uids_of
from clubscore.partie.derive import (
    CHAINED,
    FACTS,
    chronicles_from,
    note_facts,
    result_rows,
)
from clubscore.partie.engine import Chronicle, Happened
from clubscore.partie.entries import Content, Kind, Result, Void
from clubscore.partie.history import IMPORTED
from clubscore.partie.models import (
    Entry,
    Evening,
    Partie,
    PartieQuerySet,
    PartieResult,
    Revision,
    Seat,
)
from clubscore.partie.services import Author
from clubscore.partie.signals import many_changes

IMPORTS = UUID("0b0f7f0e-6a3f-4f0d-8f2e-3b6c5d1f9a77")
"""The namespace of the keys of imports, and of the parties that they make."""


AT_ONCE = 200
"""So many parties are changed in one query."""


class WrongLinesError(Exception):
    """A text of which a line cannot be imported; nothing was."""

    def __init__(self, sheet: CheckedLines) -> None:
        super().__init__(f"{len(sheet.wrong)} wrong lines")
        self.sheet = sheet


@dataclass(frozen=True, slots=True)
class Import:
    """Parties that were made of one text."""

    key: str
    parties: int
    void: int
    """How many of them are void."""
    author: str
    made_at: datetime


@transaction.atomic
def results_import(
    *, club: Club, text: str, adding: Collection[str], author: Author, key: str
) -> str:
    """
    Make a partie of each line of *text*; return the key of the import.

    Names whose folded form is in *adding* become players. *key* was made by whoever
    sends it: sent twice, it is done once. Raise WrongLinesError if a line is wrong,
    UnreadableError if nothing can be read.
    """
    # Of two who import at once the second sees what the first has made.
    Club.objects.select_for_update().get(pk=club.pk)
    digest = services.digest_of({"text": text, "adding": sorted(adding)})
    made = uuid5(IMPORTS, f"{club.pk} {key} {digest}")
    if parties_of(club, made.hex).exists():
        return made.hex
    sheet = CheckedLines(club, text, adding)
    if sheet.wrong:
        raise WrongLinesError(sheet)
    added = {one.key: player_add(club=club, name=one.name) for one in sheet.added}
    with many_changes(club):
        _make(club, sheet.lines, added, author, made)
    return made.hex


def _make(
    club: Club,
    lines: Sequence[EarlierLine],
    added: Mapping[str, Player],
    author: Author,
    made: UUID,
) -> None:
    """Make the parties of lines that are right, in a handful of queries."""
    players = [_players(line, added) for line in lines]
    evenings = _evenings(club, [_day(line) for line in lines])
    last = club.parties.aggregate(last=Max("number"))["last"] or 0
    parties = Partie.objects.bulk_create(
        _row(line, evenings[_day(line)], last + place, uuid5(made, str(line.number)))
        for place, line in enumerate(lines, start=1)
    )
    Seat.objects.bulk_create(
        Seat(partie=partie, place=place, player=player)
        for partie, sitting in zip(parties, players, strict=True)
        for place, player in enumerate(sitting)
    )
    for partie, sitting in zip(parties, players, strict=True):
        Chain(partie).begin(sitting)
    totals = [
        {str(one.pk): score for one, score in zip(sitting, line.scores, strict=True)}
        for sitting, line in zip(players, lines, strict=True)
    ]
    chronicles = {
        partie.pk: engine.chronicle_of(partie.terms, players, ())
        for partie, players in zip(parties, totals, strict=True)
    }
    write = _Write(author, IMPORTED)
    write.to_each(parties, chronicles, [Result(one, made.hex) for one in totals])
    PartieResult.objects.bulk_create(
        row for partie in parties for row in result_rows(partie, chronicles[partie.pk])
    )


def _day(line: EarlierLine) -> date:
    assert line.day is not None
    return line.day


def _players(line: EarlierLine, added: Mapping[str, Player]) -> list[Player]:
    return [one if isinstance(one, Player) else added[one] for one in line.players]


def _evenings(club: Club, days: Iterable[date]) -> dict[date, Evening]:
    """Return the evenings of those days, new ones where there was none."""
    wanted = set(days)
    found = {one.date: one for one in club.evenings.filter(date__in=wanted)}
    new = Evening.objects.bulk_create(
        Evening(club=club, date=day) for day in sorted(wanted - found.keys())
    )
    return found | {one.date: one for one in new}


def _row(line: EarlierLine, evening: Evening, number: int, key: UUID) -> Partie:
    """Return a partie, not yet saved; nobody asks by what rules it was counted."""
    season = line.season
    assert season is not None
    rules = rule_books.ruleset_called(season.ruleset)
    many = len(line.players)
    return Partie(
        club=evening.club,
        season=season,
        evening=evening,
        number=number,
        table=line.row.table,
        ruleset=rules.key,
        edition=rules.edition,
        players=many,
        options=rule_books.written_out(rules.key, options_of(season, many)),
        start_chips=rules.dealing.start_chips,
        substitutes=season.substitutes,
        start_key=key,
    )


@dataclass(frozen=True, slots=True)
class _Write:
    """An entry that many parties get at once."""

    author: Author
    reason: str = ""

    def to_each(
        self,
        parties: Sequence[Partie],
        chronicles: Mapping[int, Chronicle],
        contents: Sequence[Content],
    ) -> None:
        """
        Add it to parties of which only the result is known, in five queries.

        What follows from it is added to the *chronicles*, and noted with the parties.
        """
        places = dict(
            Entry.objects.filter(partie__in=parties)
            .order_by()
            .values_list("partie")
            .annotate(last=Max("place"))
        )
        entries = Entry.objects.bulk_create(
            Entry(partie=one, place=places.get(one.pk, 0) + 1, kind=content.kind)
            for one, content in zip(parties, contents, strict=True)
        )
        new = [
            Revision(
                entry=entry,
                number=1,
                said=content.as_json,
                edition=entry.partie.edition,
                reason=self.reason,
                **services.signed(self.author),
            )
            for entry, content in zip(entries, contents, strict=True)
        ]
        uids = uids_of({key for one in new for key in players_in(one)})
        revisions = Revision.objects.bulk_create(
            Chain(partie, uids).seal(one)
            for partie, one in zip(parties, new, strict=True)
        )
        for partie, revision, content in zip(parties, revisions, contents, strict=True):
            chronicle = chronicles[partie.pk]
            engine.add(chronicle, Happened(revision.entry_id, content))
            partie.version += 1
            note_facts(partie, chronicle, partie.finished_at or revision.made_at)
        Partie.objects.bulk_update(
            parties, ["version", *CHAINED, *FACTS], batch_size=AT_ONCE
        )


# What was imported ------------------------------------------------------------------


def _revisions(club: Club) -> models.QuerySet[Revision]:
    """Return what was imported into a club."""
    return Revision.objects.filter(
        entry__partie__club=club,
        entry__partie__is_result_only=True,
        entry__kind=Kind.RESULT,
        number=1,
    )


def imports_of(club: Club) -> list[Import]:
    """
    Return the imports of a club, the last one first.

    One query, and another where somebody of the club is shown by initials.
    """
    withheld = withheld_in(club)
    rows = (
        _revisions(club)
        .order_by()
        .annotate(key=KT("said__import"))
        .values("key")
        .annotate(
            parties=Count("pk"),
            void=Count("pk", filter=Q(entry__partie__is_void=True)),
            by=Max("author"),
            account=Max("account"),
            at=Min("made_at"),
        )
        .order_by("-at")
    )
    return [
        Import(
            row["key"],
            row["parties"],
            row["void"],
            withheld.told(row["by"], row["account"]),
            row["at"],
        )
        for row in rows
        if row["key"]
    ]


def parties_of(club: Club, key: str) -> PartieQuerySet:
    """Return the parties of an import."""
    made = _revisions(club).filter(said__import=key)
    return Partie.objects.filter(pk__in=made.values("entry__partie"))


@transaction.atomic
def import_void(*, club: Club, key: str, author: Author, why: str) -> int:
    """
    Make all parties of an import void that are not; return how many.

    They stay to be seen. Raise ValidationError if there was none.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    valid = parties_of(club, key).filter(is_void=False)
    parties = list(valid.select_for_update().order_by("pk"))
    if not parties:
        raise ValidationError(_("All of it is void already."))
    chronicles = chronicles_from(parties)
    with many_changes(club):
        write = _Write(author)
        write.to_each(parties, chronicles, [Void(why)] * len(parties))
    return len(parties)
