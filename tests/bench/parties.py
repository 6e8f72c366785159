"""
How long the replay of a long partie takes, a game of it beside a hand of the yardstick.

A correction replays a partie from its first game, so that a game in it should cost no
more than by itself.
"""

import gc
from operator import truediv
from random import Random
from statistics import median
from time import perf_counter_ns

from clubscore.rules import replay_record
from tests.bench.games import SEED, yardstick_of
from tests.bench.measure import Measured, clear_rules_caches
from tests.rules.dealing import deal_bench_game
from tests.rules.dealt_tiles import Record

GAMES = 60
OTHERS_WIN = 15
"""With one more the deal would have passed from everybody in every round."""
REPLAYS = 7
MOST_YARDSTICKS = 5
"""A game of a replay is to take no longer than this many hands of the yardstick."""

RULES: dict[str, Record] = {
    "nts": {"ruleset": "nts", "options": {"minimum_doubles": 0}},
    "schmale": {
        "ruleset": "schmale",
        "options": {"minimum_points": 0, "losers_settle": "yes"},
    },
}


def run() -> bool:
    """Print what was measured; return whether all of it passes."""
    games = deal_games(Random(SEED))
    hands = [yardstick_of(game) for game in games]
    entries = [{name: game[name] for name in ("hands", "outcome")} for game in games]
    measured = []
    for ruleset, rules in RULES.items():
        partie = rules | {
            "players": ["Anna", "Ben", "Cleo", "Dirk"],
            "games": entries,
        }
        clear_rules_caches()
        replays, yardsticks = [], []
        gc.collect()
        for _ in range(REPLAYS):
            before = perf_counter_ns()
            replay_record(partie)
            between = perf_counter_ns()
            for value_hand in hands:
                value_hand()
            yardsticks.append(perf_counter_ns() - between)
            replays.append(between - before)
        name = f"{ruleset}: replay of {GAMES} games"
        print(f"{name} {min(replays) / 1e6:.1f} ms")
        # Each replay beside the hands that followed it: the machine may be busy.
        ratio = median(map(truediv, replays, yardsticks))
        measured.append(
            Measured(f"{name}, game to hand", ratio, MOST_YARDSTICKS, "times")
        )
    for one in measured:
        print(one)
    return all(one.passes for one in measured)


def deal_games(rng: Random) -> list[Record]:
    """Deal games that East wins so often that the partie lasts."""
    games: list[Record] = []
    others = 0
    while len(games) < GAMES:
        game = deal_bench_game(rng)
        others += game["outcome"]["winner"] != "E"
        if game["outcome"]["winner"] == "E" or others <= OTHERS_WIN:
            games.append(game)
    return games
