"""The next sitting of a plan, as the page shows it that starts its tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict

from clubscore.club.models import Club
from clubscore.evening.forms import OUT, Arrangement, NewTable, PlayerSeat
from clubscore.evening.overview import EveningPlayers
from clubscore.evening.services import PlannedStart
from clubscore.partie.club_plans import is_cut, plans_of, sittings_left
from clubscore.partie.models import ClubPlan
from clubscore.planning import Round


@dataclass(frozen=True, slots=True)
class NextSitting:
    """The sitting of a plan that starts next."""

    plan: ClubPlan
    round: Round | None
    """None after the last one, and before a version was chosen."""

    @property
    def planned(self) -> set[int]:
        """The ids of those who are to be there."""
        return set(map(int, self.round.players)) if self.round is not None else set()

    def is_started(self, number: str | None) -> bool:
        """Tell whether a sitting was started; for no number, whether all were."""
        started = self.plan.sittings.all()
        if number is None:
            return not is_cut(self.plan) and started.exists()
        is_number = number.isdecimal() and len(number) < 10
        return is_number and started.filter(number=number).exists()

    def missing(self, people: EveningPlayers) -> list[str]:
        """
        Return who is planned and has not been ticked as there, by name.

        Nobody is where nobody at all was ticked: that list is not kept then.
        """
        absent = [
            one.player.name
            for one in people.everybody
            if one.player.pk in self.planned and not one.is_here
        ]
        return absent if people.here else []

    def playing(self, people: EveningPlayers) -> list[str]:
        """Return who is planned and still sits at a table, by name."""
        return [
            one.player.name
            for one in people.everybody
            if one.player.pk in self.planned and one.table
        ]

    def arranged(self, data: QueryDict | None, people: EveningPlayers) -> Arrangement:
        """Return who sits where: as planned, or as hands have moved them."""
        free = {one.player.pk: one for one in people.free}
        # Who sat before, is planned no more and was never ticked has gone home.
        is_in = {
            key: people.plays_now(one) and (key in self.planned or bool(one.part))
            for key, one in free.items()
        }
        if data is not None:
            typed = Arrangement.typed(data, is_in, keeps_numbers=True)
            return typed.up(data.get("up", ""))
        tables: list[list[int]] = []
        for table in self.round.tables if self.round is not None else ():
            tables += [[] for _gap in range(len(tables) + 1, table.number)]
            tables.append([key for key in map(int, table.players) if key in free])
        return Arrangement.drawn(tables, is_in)

    def start(
        self, tables: Sequence[NewTable], without: Sequence[PlayerSeat]
    ) -> PlannedStart:
        """Return what is written down of the sitting that starts so."""
        assert self.round is not None
        return PlannedStart(
            self.plan,
            self.round.number,
            tuple(table.name for table in tables),
            tuple(one.player.pk for one in without if one.at != OUT),
        )


def next_sitting(club: Club, number: int | str) -> NextSitting | None:
    """Return the next sitting of the plan of that number; None without a plan."""
    if not (str(number).isdecimal() and len(str(number)) < 10):
        return None
    plan = plans_of(club).filter(number=number).first()
    return NextSitting(plan, sittings_left(plan)) if plan is not None else None
