"""Every golden season comes out as it was worked by hand."""

import re
from fractions import Fraction

import pytest

from clubscore.ranking import PRESETS, Standings, StandingsLine, standings, winners
from clubscore.ranking.texts import written
from tests.ranking.golden import Season, points, seasons

SEASONS = list(seasons())
PLACED = re.compile(r"=?\d+|-")
LINE = re.compile(r"(=?\d+|-) (\w+) ([^=;]+) = ([^;]+)(?:; dropped ([^;]+))?(.*)")
BOOKED = re.compile(r"; booked (.+)")
MEANS = {"mean", "trimmed-mean"}


def shown(line: StandingsLine) -> str:
    """Return a line's place as a block has it."""
    if line.place is None:
        return "-"
    return f"={line.place}" if line.is_shared else f"{line.place}"


def as_block(line: StandingsLine) -> str:
    """Return a line of the standings as a block has it."""
    counted = " + ".join(written(one.points) for one in line.counted)
    text = f"{shown(line)} {line.player} {written(line.points)} = {counted}"
    if line.dropped:
        dropped = " + ".join(written(one.result.points) for one in line.dropped)
        text += f"; dropped {dropped}"
    if line.deductions:
        booked = sum((one.points for one in line.deductions), Fraction(0))
        text += f"; booked {written(booked)}"
    return text


def of_period(table: tuple[StandingsLine, ...]) -> str:
    """Return the lines of a period as a block has them."""
    return ", ".join(
        f"{shown(line)} {line.player} {written(line.points)}" for line in table
    )


def lines_with(season: Season, *words: str) -> list[str]:
    """Return what is expected in lines that begin with one of *words*."""
    return [one for one in season.expected if one.split()[0] in words]


@pytest.mark.parametrize("season", SEASONS, ids=str)
def test_a_season_comes_out_as_worked_by_hand(season: Season) -> None:
    table = standings(season.method, season.played)
    expected = [one for one in season.expected if PLACED.match(one)]
    assert [as_block(line) for line in table.lines] == expected
    assert decisions_in(table) == set(lines_with(season, "by"))
    days = [str(one.date) for one in table.evenings if one.counts]
    held = lines_with(season, "held")
    if held:
        assert held == [f"held {' '.join(days)}"]
    else:
        assert len(days) == len(season.played.evenings)


def decisions_in(table: Standings) -> set[str]:
    """Return every tie-break that decided, as a block has it."""
    return {
        f"by {one.tie_break}: {one.ahead} > {one.behind}"
        for line in table.lines
        for one in line.decisions
    }


@pytest.mark.parametrize("season", SEASONS, ids=str)
def test_periods_come_out_as_worked_by_hand(season: Season) -> None:
    found = [
        f"period {one.number}{'' if one.is_complete else ' incomplete'}:"
        f" {of_period(one.lines)}"
        f" to play-offs {', '.join(str(player) for player in one.to_play_offs)}"
        for one in standings(season.method, season.played).periods
    ]
    assert found == lines_with(season, "period")


@pytest.mark.parametrize("season", SEASONS, ids=str)
def test_winners_come_out_as_worked_by_hand(season: Season) -> None:
    found = []
    for one in winners(season.method, season.played):
        where = [one.title, *(str(x) for x in (one.date, one.table) if x is not None)]
        names = ", ".join(str(player) for player in one.players)
        found.append(f"winner {' '.join(where)}: {names} {written(one.points)}")
    assert found == lines_with(season, "winner")


@pytest.mark.parametrize(
    "season", [one for one in SEASONS if one.preset not in MEANS], ids=str
)
def test_what_counts_adds_up_where_the_method_adds(season: Season) -> None:
    """Check the blocks themselves: a slip of the pencil is found here."""
    for line in season.expected:
        if PLACED.match(line):
            match = LINE.fullmatch(line)
            assert match, line
            _, _, total, counted, _, rest = match.groups()
            booked = BOOKED.fullmatch(rest)
            parts = [points(one) for one in counted.split(" + ")]
            parts += [points(booked[1])] if booked else []
            assert sum(parts) == points(total), line


def test_every_preset_has_a_golden_season() -> None:
    assert {one.preset for one in SEASONS} == set(PRESETS)


def test_every_line_of_a_block_is_understood() -> None:
    known = ("by", "held", "period", "winner")
    for season in SEASONS:
        for line in season.expected:
            assert PLACED.match(line) or line.split()[0] in known, line
