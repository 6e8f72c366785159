"""
Making parties of old results: all lines of a text, or none; and making them void.

Such a partie is over, and only what it came to is known of it: one entry says so. It
counts in standings as any other; of its games nothing can be counted.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Count, Max, Min, Q
from django.db.models.fields.json import KT
from django.utils.translation import gettext_lazy as _

from clubscore.club.initials import withheld_in
from clubscore.club.models import Club, Player
from clubscore.club.services import player_add
from clubscore.partie import services
from clubscore.partie.models import Entry, Partie, PartieQuerySet, Revision
from clubscore.partie.past import IMPORTED
from clubscore.partie.past.judging import Line, Sheet, options_of
from clubscore.partie.services import Author, Write

IMPORTS = UUID("0b0f7f0e-6a3f-4f0d-8f2e-3b6c5d1f9a77")
"""The namespace of the keys of imports, and of the parties that they make."""


class WrongLinesError(Exception):
    """A text of which a line cannot be imported; nothing was."""

    def __init__(self, sheet: Sheet) -> None:
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
    sheet = Sheet(club, text, adding)
    if sheet.wrong:
        raise WrongLinesError(sheet)
    added = {one.key: player_add(club=club, name=one.name) for one in sheet.added}
    for line in sheet.lines:
        _partie(line, added, author, made)
    return made.hex


def _partie(line: Line, added: dict[str, Player], author: Author, made: UUID) -> Partie:
    """Make the partie of a line that is right."""
    assert line.season is not None
    assert line.day is not None
    players = [one if isinstance(one, Player) else added[one] for one in line.players]
    partie = services.partie_start(
        season=line.season,
        players=players,
        day=line.day,
        table=line.row.table,
        options=options_of(line.season, len(players)),
        start_key=uuid5(made, str(line.number)),
    )
    totals = {
        str(player.pk): score
        for player, score in zip(players, line.scores, strict=True)
    }
    said = {"totals": totals, "import": made.hex}
    write = Write(author, partie.version, f"import {made.hex}")
    begun = services.begin(partie, write, said)
    services.add_entry(begun, Entry.Kind.RESULT, said, IMPORTED)
    return partie


# What was imported ------------------------------------------------------------------


def _revisions(club: Club) -> models.QuerySet[Revision]:
    """Return what was imported into a club."""
    return Revision.objects.filter(
        entry__partie__club=club,
        entry__partie__is_result_only=True,
        entry__kind=Entry.Kind.RESULT,
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
    parties = list(parties_of(club, key).filter(is_void=False).order_by("pk"))
    if not parties:
        raise ValidationError(_("All of it is void already."))
    for partie in parties:
        write = Write(author, partie.version, f"void {key} {partie.version}")
        services.partie_void(partie=partie, write=write, why=why)
    return len(parties)
