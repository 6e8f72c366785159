"""The played rounds of a season, from which a plan goes on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection

from clubscore.club.models import Player, Season
from clubscore.partie.models import Partie, Presence
from clubscore.planning import Key, PlannedTable, Round


def name_of(player: Player) -> Key:
    """Return a player's name."""
    return player.name


def played_rounds(
    season: Season,
    key_of: Callable[[Player], Key] = name_of,
    without: Collection[int] = (),
) -> tuple[Round, ...]:
    """
    Return the parties of *season* that are over, in rounds, by the players' keys.

    The parties *without*, by their ids, are left out.

    An evening's parties go to rounds in the order in which they began: each to the
    first one after those in which one of its players sat. Who was there the whole
    evening and sat at no table of a round waited.
    """
    parties = (
        Partie.objects.counted()
        .filter(season=season, is_finished=True)
        .order_by("evening__date", "number")
        .prefetch_related("seats__player")
    )
    evenings: dict[int, list[list[Key]]] = defaultdict(list)
    for partie in parties.exclude(pk__in=without):
        keys = [key_of(seat.player) for seat in partie.seats.all()]
        if 3 <= len(keys) <= 5:
            evenings[partie.evening_id].append(keys)
    there: dict[int, list[Key]] = defaultdict(list)
    for presence in Presence.objects.filter(
        evening__in=evenings, part=Presence.Stay.WHOLE
    ).select_related("player"):
        there[presence.evening_id].append(key_of(presence.player))
    rounds: list[Round] = []
    for evening, tables in evenings.items():
        for sitting in _rounds_of(tables):
            seated = {key for table in sitting for key in table}
            waiting = dict.fromkeys(there[evening])
            rounds.append(
                Round(
                    len(rounds) + 1,
                    tuple(_table(at, keys) for at, keys in enumerate(sitting, 1)),
                    tuple(key for key in waiting if key not in seated),
                )
            )
    return tuple(rounds)


def _table(number: int, keys: list[Key]) -> PlannedTable:
    east, south, west, *others = keys
    return PlannedTable(number, east, south, west, *others)


def _rounds_of(tables: list[list[Key]]) -> list[list[list[Key]]]:
    """Return an evening's tables in rounds in which everybody sits once at most."""
    rounds: list[list[list[Key]]] = []
    following: dict[Key, int] = {}
    for keys in tables:
        at = max(following.get(key, 0) for key in keys)
        if at == len(rounds):
            rounds.append([])
        rounds[at].append(keys)
        following.update(dict.fromkeys(keys, at + 1))
    return rounds
