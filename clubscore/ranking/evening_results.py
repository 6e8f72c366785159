"""The results of each evening by a method, and who was there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from clubscore.ranking.evenings import Present, present_on
from clubscore.ranking.method import Method
from clubscore.ranking.partie_points import (
    Award,
    Over,
    PlacedParties,
    best_of,
    sitting_of,
)
from clubscore.ranking.played import (
    CountsFor,
    Played,
    PlayedEvening,
    PlayedPartie,
    PlayedState,
    PlayerResult,
)
from clubscore.ranking.results import (
    Held,
    Missed,
    Nothing,
    Portion,
    StandingsResult,
    TieBreak,
    added,
)
from clubscore.ranking.texts import Key, Statement, Who, gettext_noop, order_of


@dataclass(frozen=True, slots=True)
class Night:
    """An evening with everything that belongs to it."""

    evening: PlayedEvening
    parties: tuple[PlayedPartie, ...]
    present: Present
    number: int
    """How many evenings before it count."""
    why_not: Statement | None

    @property
    def counts(self) -> bool:
        """Whether it counts."""
        return self.why_not is None

    @property
    def held(self) -> int | None:
        """Which of the evenings that count it is, from 0; None if it does not."""
        return self.number if self.counts else None

    def summary(self) -> Held:
        """Return whether it counts, and why not."""
        return Held(
            self.evening.key,
            self.evening.date,
            self.present.members,
            self.counts,
            self.why_not,
        )


def nights_of(method: Method, played: Played, held: int = 0) -> tuple[Night, ...]:
    """
    Return the evenings by date, each with its parties, and which of them count.

    *held* is how many before them count.
    """
    parties: dict[Key, list[PlayedPartie]] = {}
    for partie in sorted(played.parties, key=lambda one: order_of(one.key)):
        parties.setdefault(partie.evening, []).append(partie)
    nights: list[Night] = []
    for evening in sorted(
        played.evenings, key=lambda one: (one.date, order_of(one.key))
    ):
        of_evening = tuple(parties.get(evening.key, ()))
        present = present_on(evening, of_evening)
        why_not = _why_not_held(method, present, of_evening)
        nights.append(Night(evening, of_evening, present, held, why_not))
        held += why_not is None
    return tuple(nights)


def _why_not_held(
    method: Method, present: Present, parties: tuple[PlayedPartie, ...]
) -> Statement | None:
    if not present.parts:
        if any(one.state is PlayedState.OPEN for one in parties):
            return Statement(gettext_noop("The partie is still being played."))
        return Statement(gettext_noop("Nobody was there."))
    quorum = method.evening.quorum
    if present.members < quorum:
        return Statement(
            gettext_noop(
                "The evening does not count: %(members)d of at least %(quorum)d"
                " members were there."
            ),
            {"members": present.members, "quorum": quorum},
        )
    return None


# What each evening gives ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Earnings:
    """What parties that are placed together brought one player."""

    portions: tuple[Portion, ...]
    parties: tuple[Key, ...]
    wins: int
    given: int
    best_game: int | None
    score: int | Fraction

    @property
    def points(self) -> Fraction:
        """The sum of the portions."""
        return added(one.points for one in self.portions)


def sittings_in(over: Over, parties: Iterable[PlayedPartie]) -> Iterator[PlacedParties]:
    """Yield the parties that give something, *over* which players are placed."""
    together: dict[tuple[object, ...], list[PlayedPartie]] = {}
    for partie in parties:
        if not partie.state.counts:
            continue
        chairs = frozenset(one.chair for one in partie.results)
        where = (partie.table, chairs) if over is Over.TABLE else (partie.key,)
        together.setdefault(where, []).append(partie)
    for found in together.values():
        yield sitting_of(tuple(found))


def earned_in(method: Method, sitting: PlacedParties) -> dict[Key, Earnings]:
    """Return what *sitting* brought each player, deductions taken off."""
    awards: dict[Key, list[Award]] = {}
    for award in method.giving.gives(sitting):
        if award.credited is not None:
            awards.setdefault(award.credited, []).append(award)
    costs = tuple(
        cost
        for partie in sitting.parties
        if (cost := method.deductions.for_partie(partie)) is not None
    )
    earned = {}
    for player, mine in awards.items():
        sats = [sat for award in mine for sat in award.sats]
        earned[player] = Earnings(
            (*(award.portion for award in mine), *costs),
            sitting.keys,
            sum(sat.wins for sat in sats),
            sum(sat.given for sat in sats),
            best_of(sat.best_game for sat in sats),
            sum((sat.score for sat in sats), start=0),
        )
    return earned


def results_of(method: Method, night: Night) -> Iterator[StandingsResult]:
    """Yield every result of an evening that counts, player by player."""
    assert night.held is not None, "it counts"
    earned: dict[Key, list[Earnings]] = {}
    for sitting in sittings_in(method.giving.over, night.parties):
        for player, one in earned_in(method, sitting).items():
            earned.setdefault(player, []).append(one)
    attending = {
        player: portion
        for player, part in night.present.parts.items()
        if (portion := method.evening.for_attending(part)) is not None
    }
    for player in sorted(earned.keys() | attending.keys(), key=order_of):
        extra = (attending[player],) if player in attending else ()
        for group in method.evening.gathers(earned.get(player, [])):
            points = tuple(one.points for one in group)
            yield StandingsResult(
                player=player,
                evening=night.evening.key,
                date=night.evening.date,
                held=night.held,
                points=added(
                    (method.evening.result(points), *(one.points for one in extra))
                ),
                portions=(*(each for one in group for each in one.portions), *extra),
                taken=method.evening.taken(points),
                parties=tuple(key for one in group for key in one.parties),
                wins=sum(one.wins for one in group),
                given=sum(one.given for one in group),
                best_game=best_of(one.best_game for one in group),
                score=sum(one.score for one in group),
            )


def missed_on(night: Night) -> Iterator[tuple[Key, Missed]]:
    """Yield what of an evening gives players nothing, and why."""
    evening, day = night.evening.key, night.evening.date
    if night.why_not is not None and night.present.parts:
        for player in night.present.parts:
            yield player, Missed(evening, day, None, Nothing.QUORUM, night.why_not)
        return
    for partie in night.parties:
        for player, why, reason in _missed_in(partie):
            yield player, Missed(evening, day, partie.key, why, reason)


def _missed_in(partie: PlayedPartie) -> Iterator[tuple[Key, Nothing, Statement]]:
    if partie.state is PlayedState.VOID:
        void = Statement(gettext_noop("The partie is void."))
        yield from ((one.player, Nothing.VOID, void) for one in partie.results)
    elif partie.state is PlayedState.OPEN:
        still = Statement(gettext_noop("The partie is still being played."))
        yield from ((one.player, Nothing.OPEN, still) for one in partie.results)
    else:
        credited = {one.credited for one in partie.results}
        for one in sorted(partie.results, key=lambda one: order_of(one.player)):
            if one.stands_in_for is not None:
                reason = _substituted(one, one.stands_in_for)
                for player in (one.player, one.stands_in_for):
                    if player not in credited:
                        yield player, Nothing.SUBSTITUTE, reason


def _substituted(one: PlayerResult, replaced: Key) -> Statement:
    about = {"substitute": Who(one.player), "replaced": Who(replaced)}
    match one.counts_for:
        case CountsFor.NOBODY:
            return Statement(
                gettext_noop(
                    "%(substitute)s played as a substitute for %(replaced)s; the"
                    " result is nobody’s."
                ),
                about,
            )
        case CountsFor.SUBSTITUTE:
            return Statement(
                gettext_noop(
                    "%(substitute)s played as a substitute for %(replaced)s and"
                    " keeps the result."
                ),
                about,
            )
        case CountsFor.REPLACED:
            return Statement(
                gettext_noop(
                    "%(substitute)s played as a substitute for %(replaced)s, who"
                    " gets the result."
                ),
                about,
            )


# What standings need of it ---------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedNight:
    """An evening put through a method: all that standings need of it."""

    held: Held
    number: int
    """How many evenings before it count."""
    results: tuple[StandingsResult, ...] = ()
    present: Mapping[Key, Fraction]
    """For which part of it who was there, if it counts."""
    missed: tuple[tuple[Key, Missed], ...]
    ahead: tuple[tuple[Key, Key], ...] = ()
    """Who was ahead of whom, partie by partie, if the method ever asks."""


def counted_night(method: Method, night: Night) -> CountedNight:
    """Return what an evening gave everybody."""
    missed = tuple(missed_on(night))
    held = night.summary()
    if not night.counts:
        return CountedNight(held=held, number=night.number, present={}, missed=missed)
    asks_who_was_ahead = TieBreak.HEAD_TO_HEAD in method.order.tie_breaks
    return CountedNight(
        held=held,
        number=night.number,
        results=tuple(results_of(method, night)),
        present=night.present.parts,
        missed=missed,
        ahead=tuple(
            pair
            for partie in (night.parties if asks_who_was_ahead else ())
            if partie.state.counts
            for pair in _ahead_in(partie)
        ),
    )


def _ahead_in(partie: PlayedPartie) -> Iterator[tuple[Key, Key]]:
    """Yield who was ahead of whom at a table."""
    scores: dict[Key, int | Fraction] = defaultdict(int)
    for one in partie.results:
        if one.credited is not None:
            scores[one.credited] += one.score
    for player, other in permutations(scores, 2):
        if scores[player] > scores[other]:
            yield player, other


def counted_nights(method: Method, played: Played) -> tuple[CountedNight, ...]:
    """Return what every evening gave, by date."""
    return tuple(counted_night(method, one) for one in nights_of(method, played))
