"""
Places to be expected of parties, before them and beside those that came.

Before a partie that is each player's expected place and chance to be first, from the
parties before it, where the club wants it. After an evening it is the place that was
expected of each partie, and the place that came.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from clubscore.club.models import Club, Player
from clubscore.partie.models import Partie
from clubscore.ranking import Strengths
from clubscore.ranking.played import FEWEST_PLAYERS
from clubscore.season.models import RatingChange
from clubscore.season.ratings import strengths_before, strengths_until
from clubscore.season.statistics import ClubPlayers

STEP = 5
"""How many percent lie between two chances that are shown."""
ALL = 100


@dataclass(frozen=True, slots=True)
class ExpectedPlayer:
    """What is to be expected of a player at a table."""

    name: str
    place: float
    """The mean place, from 1 up."""
    first: int
    """The chance to be first, in percent, to the next step."""

    @property
    def shown_first(self) -> str:
        """
        The chance as pages show it, which is never none and never certain.

        >>> [ExpectedPlayer("Anna", 2.5, at).shown_first for at in (0, 35, 100)]
        ['< 5', '35', '> 95']
        """
        if self.first == 0:
            return f"< {STEP}"
        return f"> {ALL - STEP}" if self.first == ALL else str(self.first)


@dataclass(frozen=True, slots=True)
class TableForecast:
    """What is to be expected of a partie before it is over."""

    players: tuple[ExpectedPlayer, ...]
    is_even: bool
    """Whether nobody is a step more or less likely to be first than all together."""


def wants_forecasts(club: Club) -> bool:
    """Tell whether a club shows forecasts."""
    return club.shows_forecast and not club.hides_skill_rating


def forecast_of(partie: Partie) -> TableForecast | None:
    """
    Return what is to be expected of a partie, in four queries.

    None once it is over or void, and where the club wants no forecast.
    """
    if partie.is_finished or partie.is_void or not wants_forecasts(partie.club):
        return None
    people = ClubPlayers(partie.club)
    seats = partie.seats.order_by("place").values_list("player", flat=True)
    players = [(one.pk, one.name) for one in map(people.who, seats)]
    day = partie.evening.date
    return expected_at(strengths_before(people, day, partie.number), players, day)


@dataclass(frozen=True, slots=True)
class Forecaster:
    """What all parties up to a day tell of tables that are still to be set up."""

    strengths: Strengths
    day: date

    def at(self, players: Sequence[tuple[int, str]]) -> TableForecast | None:
        """Return what is to be expected of a table, by its players' ids and names."""
        return expected_at(self.strengths, players, self.day)


def forecaster_for(club: Club, day: date) -> Forecaster | None:
    """Return what parties up to a day tell; None where nobody wants to know."""
    if not wants_forecasts(club):
        return None
    return Forecaster(strengths_until(club, day) or Strengths(), day)


def expected_at(
    strengths: Strengths, players: Sequence[tuple[int, str]], day: date
) -> TableForecast | None:
    """Return what is to be expected of a table; None if too few sit there."""
    keys = [pk for pk, _name in players]
    if len(keys) < FEWEST_PLAYERS or len(set(keys)) < len(keys):
        return None
    places = strengths.forecast(keys, day).expected
    first = strengths.first(keys, day)
    even = 1 / len(keys)
    return TableForecast(
        tuple(
            ExpectedPlayer(name, place, STEP * round(ALL * chance / STEP))
            for (_pk, name), place, chance in zip(players, places, first, strict=True)
        ),
        all(abs(chance - even) * ALL <= STEP for chance in first),
    )


# After an evening -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExpectedPlace:
    """The place that was expected of a player in a partie, and the one that came."""

    partie: int
    """Its number."""
    expected: Decimal
    """To a tenth, as pages show it."""
    place: int
    """Who ties shares the better place."""
    tied: int
    """With how many others."""

    @property
    def better(self) -> Decimal:
        """How many places better than expected, which counts a tie as half a place."""
        return self.expected - self.place - Decimal(self.tied) / 2


@dataclass(frozen=True, slots=True)
class AgainstForecast:
    """A player's evening, held against what was to be expected of it."""

    player: Player
    places: tuple[ExpectedPlace, ...]
    """In the order of the parties."""

    @property
    def better(self) -> Decimal:
        """How many places better than expected, all parties together."""
        return sum((one.better for one in self.places), Decimal(0))

    @property
    def apart(self) -> Decimal:
        """How many places better or worse."""
        return abs(self.better)


def evening_against_forecasts(club: Club, day: date) -> list[AgainstForecast]:
    """
    Return the rated players of an evening, who was most better than expected first.

    Two queries; none where the club has no skill rating.
    """
    if club.hides_skill_rating:
        return []
    people = ClubPlayers(club)
    found: dict[int, list[ExpectedPlace]] = {}
    rows = RatingChange.objects.filter(partie__evening__club=club, day=day)
    for row in rows.in_order():
        place = ExpectedPlace(
            row.number,
            Decimal(round(10 * row.expected_place)) / 10,
            row.place,
            sum(pair.came == 0.5 for pair in row.skill.pairs),
        )
        found.setdefault(row.player_id, []).append(place)
    lines = [
        AgainstForecast(people.who(pk), tuple(places)) for pk, places in found.items()
    ]
    return sorted(lines, key=lambda one: (-one.better, one.player.key))
