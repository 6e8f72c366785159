"""
Ask the engine in a worker what the server's answers; both say the same bytes.

Games and parties of the rule books are dealt, one in three of them mutated so that it
is odd or refused, and every golden example is asked as well. What differs is printed,
the record first, and the exit status is 1 if anything did.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from random import Random
from statistics import median, quantiles

import django

from clubscore.rules import answers
from tests.rules import golden, mutating

COUNT, PARTIES, SEED = 20_000, 200, 1
ODD = 3
"""One in so many is mutated."""
TOGETHER = 250
"""So many are asked at once."""

Ask = Callable[[str, list[str]], tuple[list[str], list[float]]]


def dealt_games(count: int, seed: int) -> list[str]:
    """Deal records, and return their JSON."""
    texts = []
    for index in range(count):
        rng = Random(f"{seed}/{index}")
        record = mutating.deal_game(rng)
        odd = mutating.mutated(rng, record) if index % ODD == 0 else record
        texts.append(json.dumps(odd))
    return texts


def dealt_parties(count: int, seed: int) -> list[str]:
    """Deal parties, and return their JSON."""
    texts = []
    for index in range(count):
        rng = Random(f"{seed}/partie/{index}")
        partie = mutating.deal_partie(rng)
        odd = mutating.mutated_partie(rng, partie) if index % ODD == 0 else partie
        texts.append(json.dumps(odd))
    return texts


def examples(*, are_replays: bool) -> list[str]:
    """Return the JSON of the golden examples, which know every rule book."""
    found = [one for one in golden.blocks() if one.is_replay == are_replays]
    return [json.dumps(one.record) for one in found]


def say(*lines: str) -> None:
    """Print lines at once."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def compare(what: str, ask: Ask, judgement: str, texts: list[str]) -> int:
    """Return to how many texts the phone answers otherwise than the server."""
    judge: Callable[[str], str] = getattr(answers, judgement)
    taken: list[float] = []
    differing = refused = 0
    for start in range(0, len(texts), TOGETHER):
        some = texts[start : start + TOGETHER]
        said, times = ask(judgement, some)
        taken += times
        for text, answer in zip(some, said, strict=True):
            expected = judge(text)
            refused += expected.startswith('{"error"')
            if answer != expected:
                differing += 1
                say(text, f"server {expected}", f"phone  {answer}")
        sys.stderr.write(f"{what}: {start + len(some)} of {len(texts)}\n")
    slow = quantiles(taken, n=20)[-1]
    say(
        f"{what}: {len(texts)}, of which {refused} are refused; {differing} differ;"
        f" in the phone {median(taken):.1f} ms in the median,"
        f" {slow:.1f} ms for 95 of 100, at most {max(taken):.0f} ms"
    )
    return differing


def run(count: int, parties: int, seed: int) -> int:
    """Compare everything, and return how many answers differ."""
    from tests.phone import browser

    with browser.site() as address, browser.phone(address) as page:
        anew = browser.started(page)
        again = browser.started(page)
        say(f"the first start took {anew:.0f} ms, the one after it {again:.0f} ms")

        def ask(judgement: str, texts: list[str]) -> tuple[list[str], list[float]]:
            return browser.answers(page, judgement, texts)

        return sum(
            compare(what, ask, judgement, texts)
            for what, judgement, texts in (
                ("golden games", "score", examples(are_replays=False)),
                ("golden parties", "replay", examples(are_replays=True)),
                ("games", "score", dealt_games(count, seed)),
                ("parties", "replay", dealt_parties(parties, seed)),
            )
        )


if __name__ == "__main__":
    parser = ArgumentParser(prog="make phone", description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--parties", type=int, default=PARTIES)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    django.setup()
    sys.exit(1 if run(asked.count, asked.parties, asked.seed) else 0)
