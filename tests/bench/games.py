"""
How long a whole game takes, from the record to the payments.

The yardstick is one winning hand in the riichi library `mahjong`, which does
much the same for a single hand: it finds every reading and counts what it earns.
Games and yardstick take turns, so that a busy machine slows both.
"""

import gc
from collections.abc import Callable
from contextlib import suppress
from random import Random
from statistics import median
from time import perf_counter_ns
from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig

from clubscore.rules import RulesError, score_record
from clubscore.rules.tiles import Tile, parse_tiles
from tests.bench.measure import Measured, clear_rules_caches
from tests.rules.dealing import deal_bench_game
from tests.rules.dealt_tiles import Record

GAMES = 500
SEED = 20261121
MOST_YARDSTICKS = 4
"""A whole game is to take no longer than this many hands of the yardstick."""
PASSES = ("cold", "warm")
"""Cold are the first games of a process, which remembers no tiles and no sets yet."""
MOST_MILLISECONDS = 50
"""No legal record is to take longer."""

RIICHI_STARTS = {0: 0, 9: 36, 18: 72, 27: 108}
"""Where each of our suits begins among the yardstick's 136 tiles."""

HARD_HANDS = (
    "11122233344455m",
    "22233344455566p",
    "11223344556677s",
    "11112345678999m",
    "22223333444455s",
    "11122233377766z",
)
"""Winning hands with many readings, waits or near limit hands."""


def run() -> bool:
    """Print what was measured; return whether all of it passes."""
    rng = Random(SEED)
    records = [deal_bench_game(rng) for _ in range(GAMES)]
    hands = [yardstick_of(record) for record in records]
    measured = []
    clear_rules_caches()
    for pass_name in PASSES:
        game, hand, slowest = interleaved(records, hands)
        print(
            f"{pass_name}: a game of four hands {game:.0f} µs,"
            f" a riichi hand {hand:.0f} µs, slowest game {slowest / 1000:.2f} ms"
        )
        measured.append(
            Measured(
                f"game to hand, {pass_name}",
                game / hand,
                MOST_YARDSTICKS,
                "times",
            )
        )
    measured.append(
        Measured("slowest record", slowest_hard_record(), MOST_MILLISECONDS, "ms")
    )
    for one in measured:
        print(one)
    return all(one.passes for one in measured)


def yardstick_of(record: Record) -> Callable[[], object]:
    """Return the valuing of the game's winning hand by the yardstick."""
    outcome = record["outcome"]
    tiles = as_riichi(parse_tiles(record["hands"][outcome["winner"]]["tiles"]))
    [kind] = parse_tiles(outcome["winning_tile"])
    winning = next(tile for tile in tiles if tile // 4 == as_riichi((kind,))[0] // 4)
    calculator = HandCalculator()
    # Self-drawn, since without a yaku the yardstick would stop early.
    config = HandConfig(is_tsumo=True)
    return lambda: calculator.estimate_hand_value(list(tiles), winning, config=config)


def as_riichi(tiles: tuple[Tile, ...]) -> list[int]:
    """Return our tiles among the yardstick's 136, of which each is one only."""
    seen: dict[Tile, int] = {}
    found = []
    for tile in tiles:
        start = 27 if tile >= 27 else tile // 9 * 9
        copy = seen[tile] = seen.get(tile, -1) + 1
        found.append(RIICHI_STARTS[start] + (tile - start) * 4 + copy)
    return found


def interleaved(
    records: list[Record], hands: list[Callable[[], object]]
) -> tuple[float, float, float]:
    """Return the mean µs of a game and of a hand, and of the slowest game."""
    games, yardsticks = [], []
    gc.collect()
    gc.disable()
    for record, value_hand in zip(records, hands, strict=True):
        before = perf_counter_ns()
        score_record(record)
        between = perf_counter_ns()
        value_hand()
        yardsticks.append(perf_counter_ns() - between)
        games.append(between - before)
    gc.enable()
    many = len(records)
    return sum(games) / many / 1e3, sum(yardsticks) / many / 1e3, max(games) / 1e3


def slowest_hard_record() -> float:
    """Return the ms of the slowest among hard records, each with empty caches."""
    return max(milliseconds(hard_record(tiles)) for tiles in HARD_HANDS)


def milliseconds(record: Record) -> float:
    """Return the median ms of a record, or of its refusal, with empty caches."""
    taken = []
    for _ in range(3):
        clear_rules_caches()
        before = perf_counter_ns()
        with suppress(RulesError):
            score_record(record)
        taken.append((perf_counter_ns() - before) / 1e6)
    return median(taken)


def hard_record(tiles: str) -> dict[str, Any]:
    """Return a game that is won with *tiles*."""
    return {
        "ruleset": "nts",
        "options": {"minimum_doubles": 0},
        "round_wind": "E",
        "hands": {"S": {"tiles": tiles}},
        "outcome": {
            "kind": "win",
            "winner": "S",
            "winning_tile": tiles[0] + tiles[-1],
            "source": "discard",
            "from": "E",
        },
    }
