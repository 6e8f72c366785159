"""Every PDF of a club, one file after the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from django.utils import timezone

from clubscore.club import engine as rule_books
from clubscore.club.models import Club, Player, Season
from clubscore.club.vocabulary import speaking
from clubscore.evening.club_plan_text import sittings_of
from clubscore.partie.models import ClubPlan, Partie, PlanVersion
from clubscore.season import record_book
from clubscore.season.record_book import LimitHandLine
from clubscore.season.statistics import ClubPlayers, Scope
from clubscore.sheets import (
    card,
    certificate,
    leaderboard,
    pack,
    plan_sheets,
    report,
    round_sheet,
    year,
)
from clubscore.sheets.models import Document
from clubscore.sheets.press import Job
from clubscore.sheets.round_sheet import Paper
from clubscore.table.views.rules import card_in

Content = Document.Content

FOLDERS = {
    "round-sheets": Content.ROUND_SHEET,
    "packs": Content.PACK,
    "reports": Content.REPORT,
    "leaderboards": Content.LEADERBOARD,
    "years": Content.YEAR,
    "certificates": Content.CERTIFICATE,
    "cards": Content.CARD,
    "plans": Content.PLAN,
}
"""The kinds by the folders that they are written to."""


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """A file that is to be written."""

    name: str
    """With its folder, without its ending."""
    kind: Document.Content
    job: Callable[[], Job]
    """Works out what stands on it."""


@dataclass(frozen=True, slots=True)
class Printing:
    """A club, how it is printed, and where its QR codes lead."""

    club: Club
    paper: Paper
    site: str
    """As `https://clubscore.example`."""

    def absolute(self, path: str) -> str:
        """Return the whole address of a page."""
        return self.site + path

    def sheets(
        self, folders: Collection[str] = tuple(FOLDERS)
    ) -> Iterator[PrintedFile]:
        """Yield every sheet of the *folders*; each is worked out when it is printed."""
        listed: dict[str, Callable[[], Iterator[tuple[str, Callable[[], Job]]]]] = {
            "round-sheets": self._round_sheets,
            "packs": self._packs,
            "reports": self._reports,
            "leaderboards": self._leaderboards,
            "years": self._years,
            "certificates": self._certificates,
            "cards": self._cards,
            "plans": self._plans,
        }
        for folder, kind in FOLDERS.items():
            if folder in folders:
                for name, job in listed[folder]():
                    yield PrintedFile(f"{folder}/{name}", kind, job)

    # What there is ----------------------------------------------------------------

    def _parties(self) -> Iterator[tuple[str, Partie]]:
        parties = Partie.objects.filter(club=self.club).order_by("number")
        for partie in parties.select_related("club", "season", "evening"):
            day = partie.evening.date.isoformat()
            yield f"{day}-partie-{partie.number}", partie

    def _round_sheets(self) -> Iterator[tuple[str, Callable[[], Job]]]:
        for name, partie in self._parties():
            yield name, partial(self._filled, partie)
        season = self.club.seasons.holding(timezone.localdate()).first()
        numbers: tuple[int, ...] = (3, 4, 5)
        if season is not None:
            numbers = rule_books.numbers_of_players(season.ruleset)
        for players in numbers:
            yield f"empty-{players}-players", partial(self._empty, season, players)

    def _packs(self) -> Iterator[tuple[str, Callable[[], Job]]]:
        parties = Partie.objects.counted().filter(club=self.club)
        for day in parties.dates("evening__date", "day"):
            yield day.isoformat(), partial(self._pack, day)

    def _reports(self) -> Iterator[tuple[str, Callable[[], Job]]]:
        for name, partie in self._parties():
            yield name, partial(self._report, partie)

    def _leaderboards(self) -> Iterator[tuple[str, Callable[[], Job]]]:
        for season in self._seasons():
            yield season.slug, partial(self._leaderboard, season)

    def _years(self) -> Iterator[tuple[str, Callable[[], Job]]]:
        people = ClubPlayers(self.club)
        for season in self._seasons():
            scope = Scope(self.club, season=season)
            played = scope.tallies.order_by().values_list("player", flat=True)
            players = {people.who(pk) for pk in played.distinct()}
            for player in sorted(players, key=lambda one: one.key):
                name = f"{season.slug}-{player.slug}"
                yield name, partial(self._year, player, people, scope)

    def _certificates(self) -> Iterator[tuple[str, Callable[[], Job]]]:
        people = ClubPlayers(self.club)
        parties = Partie.objects.counted().filter(club=self.club).order_by()
        rulesets = parties.values_list("ruleset", flat=True).distinct()
        for ruleset in sorted(rulesets):
            scope = Scope(self.club, ruleset=ruleset)
            for record in record_book.records_of(scope, people):
                # Who ties with himself has one certificate.
                for player in dict.fromkeys(one.player for one in record.holders):
                    name = f"{ruleset}-{record.kind.key}-{player.slug}"
                    kind = record.kind.key
                    yield name, partial(self._record, scope, people, kind, player)
        for made in reversed(record_book.limit_hands_in(Scope(self.club), people)):
            name = f"limit-hand-{made.partie}-{made.game}-{made.player.slug}"
            yield name, partial(self._limit_hand, made)

    def _cards(self) -> Iterator[tuple[str, Callable[[], Job]]]:
        used = self.club.seasons.order_by().values_list("ruleset", flat=True)
        for ruleset in sorted(used.distinct()):
            yield ruleset, partial(self._card, ruleset)

    def _plans(self) -> Iterator[tuple[str, Callable[[], Job]]]:
        plans = ClubPlan.objects.filter(club=self.club).exclude(used=None)
        for plan in plans.select_related("used__plan__club", "used__plan__season"):
            assert plan.used is not None
            if sittings_of(plan.used):
                for name, job_of in (
                    ("plan", plan_sheets.plan_job),
                    ("slips", plan_sheets.slips_job),
                ):
                    yield (
                        f"{plan.number}-{name}",
                        partial(self._plan, plan.used, job_of),
                    )

    def _seasons(self) -> Iterator[Season]:
        for season in self.club.seasons.order_by("starts_on", "pk"):
            season.club = self.club
            yield season

    # What stands on it ------------------------------------------------------------

    def _filled(self, partie: Partie) -> Job:
        with speaking(partie.ruleset):
            context = round_sheet.context_of(
                round_sheet.told(partie),
                address=self.absolute(partie.get_absolute_url()),
                paper=self.paper,
            )
            return round_sheet.job_of(self.club, context)

    def _empty(self, season: Season | None, players: int) -> Job:
        context = round_sheet.context_without(
            self.club,
            players=players,
            season=season,
            address=self.absolute(self.club.get_absolute_url()),
            paper=self.paper,
        )
        return round_sheet.job_of(self.club, context)

    def _pack(self, day: date) -> Job:
        job = pack.job_of(self.club, day, absolute=self.absolute, paper=self.paper)
        assert job is not None  # somebody has sat down on that day
        return job

    def _report(self, partie: Partie) -> Job:
        with speaking(partie.ruleset):
            context = report.context_of(
                round_sheet.told(partie),
                address=self.absolute(partie.get_absolute_url()),
                paper=self.paper,
            )
            return report.job_of(partie, context)

    def _leaderboard(self, season: Season) -> Job:
        context = leaderboard.context_of(
            season,
            as_of=None,
            address=self.absolute(season.get_absolute_url()),
            paper=self.paper,
        )
        return leaderboard.job_of(season, context)

    def _year(self, player: Player, people: ClubPlayers, scope: Scope) -> Job:
        context = year.context_of(
            player, people, scope, absolute=self.absolute, paper=self.paper
        )
        return year.job_of(player, _known(context))

    def _record(
        self, scope: Scope, people: ClubPlayers, kind: str, player: Player
    ) -> Job:
        context = certificate.of_record(
            scope, people, kind, player, absolute=self.absolute, paper=self.paper
        )
        return certificate.job_of(self.club, _known(context))

    def _limit_hand(self, made: LimitHandLine) -> Job:
        context = certificate.of_limit_hand(
            self.club, made, absolute=self.absolute, paper=self.paper
        )
        return certificate.job_of(self.club, context)

    def _plan(
        self,
        version: PlanVersion,
        job_of: Callable[[PlanVersion, int | None], Job | None],
    ) -> Job:
        job = job_of(version, None)
        assert job is not None  # it has sittings
        return job

    def _card(self, ruleset: str) -> Job:
        with speaking(ruleset):
            return card.job_of(self.club, card_in(self.club, ruleset))


def _known(context: dict[str, Any] | None) -> dict[str, Any]:
    """Return a context that was listed, so that there is something to show."""
    assert context is not None
    return context
