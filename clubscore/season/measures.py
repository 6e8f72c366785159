"""Statistics in words: the same measures for a player and for a club."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from clubscore.club.templatetags.numbers import figure, signed
from clubscore.season.statistics import Sums

SEATS = {"e": "East", "s": "South", "w": "West", "n": "North"}
"""The names of the winds, which the rules mark for translation."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure: what it is, how much, and of how many."""

    name: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Figures that belong together."""

    key: str
    heading: str
    measures: tuple[Measure, ...]
    note: str = ""
    """What they leave out, or how they are meant."""


def rounded(value: Fraction, places: int = 1) -> str:
    """
    Return a number as the reader's language writes it, halves away from 0.

    >>> [rounded(Fraction(*pair)) for pair in ((1, 3), (1, 4), (-25, 100), (40, 2))]
    ['0.3', '0.3', '−0.3', '20.0']
    """
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    step = Decimal(1).scaleb(-places)
    # Adding 0 takes the minus from a number that is rounded to it.
    number = exact.quantize(step, ROUND_HALF_UP) + 0
    return figure(number_format(number, places))


def percent(part: int, whole: int) -> str:
    """
    Return a share in per cent; a dash where there is nothing to share.

    >>> percent(1, 3), percent(1, 200), percent(0, 0)
    ('33%', '1%', '–')
    """
    if not whole:
        return "–"
    return gettext("%(many)d%%") % {"many": (200 * part + whole) // (2 * whole)}


def _mean(value: Fraction | None, *, is_signed: bool = False) -> str:
    if value is None:
        return "–"
    sign = "+" if is_signed and value > 0 else ""
    return sign + rounded(value)


def _of(many: int, whole: int) -> str:
    return gettext("%(many)s of %(whole)s") % {
        "many": figure(many),
        "whole": figure(whole),
    }


def _best(value: int | None) -> str:
    return figure(value) if value is not None else "–"


def groups_of(sums: Sums, *, is_club: bool = False) -> list[Group]:
    """Return the figures of *sums*, those of one player or of a whole club."""
    groups = [
        _games_of_club(sums) if is_club else _games(sums),
        _hands(sums),
        _score(sums, is_club=is_club),
        _seats(sums),
    ]
    if sums.numbers["bonus_games"]:
        groups.append(_bonus(sums, is_club=is_club))
    if sums.numbers["timed_games"]:
        groups.append(_pace(sums, is_club=is_club))
    return groups


def _games(sums: Sums) -> Group:
    number = sums.numbers
    games, wins = number["games"], number["wins"]
    return Group(
        "games",
        gettext("Games"),
        (
            Measure(gettext("Won"), percent(wins, games), _of(wins, games)),
            _self_drawn(sums),
            Measure(
                gettext("Winning tiles given away"),
                percent(number["given"], games),
                _of(number["given"], games),
            ),
            Measure(gettext("Draws"), figure(number["draws"])),
        ),
    )


def _games_of_club(sums: Sums) -> Group:
    number = sums.numbers
    # Each game has one dealer, and each that was won one winner.
    games, wins = number["east_games"], number["wins"]
    return Group(
        "games",
        gettext("Games"),
        (
            Measure(gettext("Games"), figure(games)),
            Measure(gettext("Won"), percent(wins, games), _of(wins, games)),
            _self_drawn(sums),
            Measure(gettext("Draws and faults"), figure(games - wins)),
        ),
    )


def _self_drawn(sums: Sums) -> Measure:
    many, wins = sums.numbers["self_drawn"], sums.numbers["wins"]
    return Measure(gettext("Self-drawn wins"), percent(many, wins), _of(many, wins))


def _hands(sums: Sums) -> Group:
    number = sums.numbers
    return Group(
        "hands",
        gettext("Hands"),
        (
            Measure(
                gettext("Mean winning hand"),
                _mean(sums.mean("won_points", "won_hands")),
                _hands_counted(number["won_hands"]),
            ),
            Measure(gettext("Best winning hand"), _best(sums.best["best_win"])),
            Measure(
                gettext("Mean hand as loser"),
                _mean(sums.mean("lost_points", "lost_hands")),
                _hands_counted(number["lost_hands"]),
            ),
            Measure(gettext("Best hand as loser"), _best(sums.best["best_loss"])),
            Measure(gettext("Limit hands"), figure(number["limit_hands"])),
            Measure(gettext("One tile short of one"), figure(number["limits_missed"])),
            Measure(
                gettext("Chows, pungs, kongs"),
                " · ".join(figure(number[one]) for one in ("chows", "pungs", "kongs")),
                gettext("in winning hands"),
            ),
        ),
        _without_hands(sums),
    )


def _without_hands(sums: Sums) -> str:
    """Return of how many games that were won no hands are known."""
    many = sums.numbers["wins"] - sums.numbers["won_hands"]
    if not many:
        return ""
    return ngettext(
        "%(many)d win was recorded with its scores alone: it has no hand.",
        "%(many)d wins were recorded with their scores alone: they have no hands.",
        many,
    ) % {"many": many}


def _hands_counted(many: int) -> str:
    return ngettext("%(many)s hand", "%(many)s hands", many) % {"many": figure(many)}


def _score(sums: Sums, *, is_club: bool) -> Group:
    best = sums.best
    spread = sums.spread
    per_game = Measure(gettext("Per game"), _mean(sums.mean("score"), is_signed=True))
    return Group(
        "score",
        gettext("Score"),
        (
            # What a club wins from itself is nothing.
            *(() if is_club else (per_game,)),
            Measure(
                gettext("Spread of games"),
                "–" if spread is None else f"±{figure(spread)}",
                gettext("standard deviation"),
            ),
            Measure(gettext("Best game"), signed(best["best_score"] or 0)),
            Measure(gettext("Worst game"), signed(best["worst_score"] or 0)),
            Measure(gettext("Best partie"), signed(best["best_partie"] or 0)),
            Measure(gettext("Worst partie"), signed(best["worst_partie"] or 0)),
        ),
    )


def _seats(sums: Sums) -> Group:
    number = sums.numbers
    games, wins = number["east_games"], number["east_wins"]
    seats = (
        Measure(
            gettext("Won on %(wind)s") % {"wind": gettext(wind)},
            percent(number[f"wins_on_{seat}"], number[f"games_on_{seat}"]),
            _of(number[f"wins_on_{seat}"], number[f"games_on_{seat}"]),
        )
        for seat, wind in SEATS.items()
    )
    return Group(
        "seats",
        gettext("Seats"),
        (
            *seats,
            Measure(gettext("Won as dealer"), percent(wins, games), _of(wins, games)),
            Measure(gettext("Longest run as dealer"), str(sums.best["east_run"] or 0)),
            Measure(
                gettext("Most wins in a row as dealer"),
                str(sums.best["east_streak"] or 0),
            ),
        ),
        gettext("The dealer is East, or the owner where games have owners."),
    )


def _bonus(sums: Sums, *, is_club: bool) -> Group:
    number = sums.numbers
    mean = _mean(sums.mean("bonus", "bonus_games"))
    if is_club:
        # All together have had what they had: there is nothing to compare.
        measure = Measure(gettext("For each player in a game"), mean)
        return Group("bonus", gettext("Flowers and seasons"), (measure,))
    luck = sums.bonus_luck
    measures = (
        Measure(gettext("Per game"), mean, _of(number["bonus_games"], number["games"])),
        Measure(gettext("Had"), figure(number["bonus"])),
        Measure(gettext("An equal share"), rounded(sums.bonus_share)),
        Measure(gettext("More than that"), _mean(luck, is_signed=True)),
    )
    return Group(
        "bonus",
        gettext("Flowers and seasons"),
        measures,
        gettext(
            "An equal share: what everybody at the table had in the same games, divided"
            " by the players. Games of which all hands were counted tile by tile."
        ),
    )


def _pace(sums: Sums, *, is_club: bool) -> Group:
    number = sums.numbers
    mean = sums.mean("seconds", "timed_games")
    assert mean is not None
    return Group(
        "pace",
        gettext("Pace"),
        (
            Measure(
                gettext("Minutes per game"),
                rounded(mean / 60),
                # In a club's sums every game stands once for each player.
                "" if is_club else _of(number["timed_games"], number["games"]),
            ),
        ),
        gettext(
            "From one recorded game to the next. Left out are each partie’s first game,"
            " games entered in one go, and pauses of more than 45 minutes."
        ),
    )
