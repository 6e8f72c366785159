"""A plan as its page, its CSV and its sheets show it: sittings, players, measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from clubscore.club.names import folded
from clubscore.evening.club_plan_forms import reason
from clubscore.partie.club_plans import PlanWish, merged_in, played_sittings, rounds_of
from clubscore.partie.engine import wind_name
from clubscore.partie.forms.seating import RESTS
from clubscore.partie.models import Partie, PlanVersion
from clubscore.planning import Compared, PlannedTable, Round, table_sizes


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat of a planned table: how it is called, and the player."""

    seat: str
    player: int
    name: str


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table of a sitting."""

    number: int
    seats: tuple[SeatShown, ...]
    partie: Partie | None
    """Which was played there, once it has started."""

    @property
    def names_by_seat(self) -> list[str]:
        """The names from East to who rests first; empty where nobody sits."""
        names = [one.name for one in self.seats]
        return names + [""] * (5 - len(names))


@dataclass(frozen=True, slots=True)
class SittingShown:
    """A sitting of a plan, played or to come."""

    number: int
    tables: tuple[TableShown, ...]
    waiting: tuple[tuple[int, str], ...]
    """Ids and names."""
    is_started: bool


@dataclass(frozen=True, slots=True)
class PlannedPlayer:
    """Where one player sits in each sitting, for the matrix and the slips."""

    player: int
    name: str
    cells: tuple[SeatInSitting, ...]


@dataclass(frozen=True, slots=True)
class SeatInSitting:
    """Where a player sits in one sitting."""

    sitting: int
    table: int | None
    """None for who waits or is not there."""
    seat: str
    others: tuple[str, ...]
    waits: bool


def seat_name(place: int) -> str:
    """Return how a seat of a planned table is called, East first."""
    return gettext(wind_name("ESWN"[place])) if place < 4 else str(RESTS)


def sittings_of(version: PlanVersion) -> list[SittingShown]:
    """Return what was played by a plan, and what a version of it has in store."""
    plan = version.plan
    names = dict(plan.club.players.values_list("pk", "name"))
    merged = merged_in(plan.club)
    shown = [
        _sitting(played.round, names, played.parties)
        for played in played_sittings(plan)
    ]
    first = shown[-1].number + 1 if shown else 1
    to_come = [one for one in rounds_of(version, merged) if one.number >= first]
    return shown + [_sitting(one, names) for one in to_come]


def _sitting(
    found: Round,
    names: Mapping[int, str],
    parties: Sequence[Partie] | None = None,
) -> SittingShown:
    """Return a sitting as pages show it, a started one with its *parties*."""

    def table(planned: PlannedTable, partie: Partie | None) -> TableShown:
        players = map(int, planned.players)
        return TableShown(
            planned.number,
            tuple(
                SeatShown(seat_name(place), one, names[one])
                for place, one in enumerate(players)
            ),
            partie,
        )

    return SittingShown(
        found.number,
        tuple(map(table, found.tables, parties or repeat(None))),
        tuple((one, names[one]) for one in map(int, found.waiting)),
        is_started=parties is not None,
    )


def player_lines(sittings: Sequence[SittingShown]) -> list[PlannedPlayer]:
    """Return where each player sits in every sitting, by name."""
    cells: dict[tuple[int, str], dict[int, SeatInSitting]] = {}
    for sitting in sittings:
        at = sitting.number
        for table in sitting.tables:
            for seat in table.seats:
                others = tuple(one.name for one in table.seats if one is not seat)
                cell = SeatInSitting(at, table.number, seat.seat, others, waits=False)
                cells.setdefault((seat.player, seat.name), {})[at] = cell
        for one in sitting.waiting:
            cell = SeatInSitting(at, None, "", (), waits=True)
            cells.setdefault(one, {})[at] = cell
    return [
        PlannedPlayer(
            player,
            name,
            tuple(
                found.get(
                    one.number, SeatInSitting(one.number, None, "", (), waits=False)
                )
                for one in sittings
            ),
        )
        for (player, name), found in sorted(
            cells.items(), key=lambda item: folded(item[0][1])
        )
    ]


# In sentences ---------------------------------------------------------------------


def expected(players: int, sittings: int, sizes: Iterable[int]) -> list[str]:
    """Return what a plan for so many can come to, before it is made."""
    tables = table_sizes(players, tuple(sizes))
    if not tables or sittings < 1:
        return []
    seats = sum(tables)
    said = [
        ngettext(
            "%(players)d players, %(many)d table in each sitting: %(sizes)s.",
            "%(players)d players, %(many)d tables in each sitting: %(sizes)s.",
            len(tables),
        )
        % {
            "players": players,
            "many": len(tables),
            "sizes": ", ".join(map(str, tables)),
        }
    ]
    if players > seats:
        said.append(
            ngettext(
                "One waits in each sitting, in turn.",
                "%(many)d wait in each sitting, in turn.",
                players - seats,
            )
            % {"many": players - seats}
        )
    meetings = sum(size * (size - 1) for size in tables) * sittings
    said.append(
        _("Everybody can meet about %(met)d of the %(others)d others.")
        % {
            "met": min(players - 1, meetings // players),
            "others": players - 1,
        }
    )
    spare = (meetings - players * (players - 1)) // 2
    if spare > 0:
        said.append(
            ngettext(
                "At least %(many)d meeting has to be a second one.",
                "At least %(many)d meetings have to be repeated ones.",
                spare,
            )
            % {"many": spare}
        )
    return said


def measures_of(version: PlanVersion) -> list[str]:
    """Return how good a version is, in sentences."""
    told: Mapping[str, Any] | None = version.measures
    if told is None:
        return []
    said = [_repeats(told)]
    if told["most_meetings"] > 2:
        said.append(
            _("Two players meet %(many)d times at most.")
            % {"many": told["most_meetings"]}
        )
    spread = told["wind_spread"]
    if spread == 0:
        said.append(_("Everybody sits on each wind equally often."))
    elif spread == 1:
        said.append(_("Everybody sits on each wind equally often, give or take one."))
    else:
        said.append(
            _("Somebody sits on one wind %(many)d times more than on another.")
            % {"many": spread}
        )
    rounds = version.rounds or []
    rests = any(
        one["waiting"] or any(table["fifth"] is not None for table in one["tables"])
        for one in rounds
    )
    if rests:
        said.append(_waits(told))
    if told["least_indirect"] is not None:
        said.append(
            ngettext(
                "Two who do not meet have both met %(many)d other at least.",
                "Two who do not meet have both met %(many)d others at least.",
                told["least_indirect"],
            )
            % {"many": told["least_indirect"]}
        )
    return said


def _waits(told: Mapping[str, Any]) -> str:
    """Return how evenly those who are compared wait, and who they are."""
    # Versions of before do not tell.
    compared = told.get("waits_compared", Compared.THROUGHOUT)
    spread = {"many": told["wait_spread"]}
    if compared == Compared.ALL:
        if not told["wait_spread"]:
            return _("Everybody waits or rests first equally often.")
        return (
            _("Between two players waits and first rests differ by %(many)d at most.")
            % spread
        )
    if compared == Compared.THROUGHOUT:
        if not told["wait_spread"]:
            return _(
                "Those who were there in every sitting wait or rest first equally "
                "often."
            )
        return (
            _(
                "Between two who were there in every sitting waits and first rests "
                "differ by %(many)d at most."
            )
            % spread
        )
    if not told["wait_spread"]:
        return _(
            "In the sittings planned here everybody waits or rests first equally often."
        )
    return (
        _(
            "In the sittings planned here waits and first rests differ by %(many)d at "
            "most between two players."
        )
        % spread
    )


def _repeats(told: Mapping[str, Any]) -> str:
    many = told["repeats"]
    if not many:
        return _("Nobody meets twice.")
    said = ngettext(
        "%(many)d meeting is a repeated one",
        "%(many)d meetings are repeated ones",
        many,
    ) % {"many": many}
    if told["proven"]:
        return _("%(repeats)s; no plan has fewer.") % {"repeats": said}
    return _("%(repeats)s; counting alone would allow %(bound)d.") % {
        "repeats": said,
        "bound": told["bound"],
    }


def failure_of(version: PlanVersion) -> str:
    """Return why there is no plan; empty where there is one, or may be."""
    return reason(version.error) if version.error else ""


def wishes_of(version: PlanVersion) -> list[str]:
    """Return what was wished for, in sentences."""
    club = version.plan.club
    wish = PlanWish.of(version.wish).as_merged(merged_in(club))
    names = dict(club.players.values_list("pk", "name"))
    said = []
    for group in wish.apart:
        told = ", ".join(names[one] for one in group)
        said.append(_("Never at one table: %(names)s.") % {"names": told})
    for group in wish.together:
        told = ", ".join(names[one] for one in group)
        said.append(_("Always at one table: %(names)s.") % {"names": told})
    for player, table in wish.fixed:
        said.append(
            _("%(name)s always sits at table %(table)d.")
            % {"name": names[player], "table": table}
        )
    if wish.counts_season:
        said.append(_("Who has met in this season already counts too."))
    return said
