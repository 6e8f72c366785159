"""
Ask the engine in a worker what the server's answers; both say the same bytes.

Games and parties of all rule books and of a club's own are dealt, one in three of them
mutated so that it is odd or refused, and every golden example is asked as well; so is
what the screen of a table asks, a half-entered game behind those that wait, in Dutch.
What differs is printed, the record first, and the exit status is 1 if anything did.
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
from tests.phone import dealing
from tests.rules import golden, mutating

COUNT, PARTIES, SEED = 20_000, 200, 1
ODD = 3
"""One in so many is mutated."""
TOGETHER = 250
"""So many are asked at once."""
LANGUAGE = "nl"
"""What the phone says its reasons in."""
ASKED = 5
"""A question of the screen is asked for so many games that are dealt."""

Judge = Callable[[str], str]
Ask = Callable[[str, list[str]], tuple[list[str], list[float]]]


def dealt_games(count: int, seed: int) -> list[str]:
    """Deal records, and return their JSON."""
    texts = []
    for index in range(count):
        rng = Random(f"{seed}/{index}")
        record = dealing.deal_game(rng)
        odd = mutating.mutated(rng, record) if index % ODD == 0 else record
        texts.append(json.dumps(odd))
    return texts


def dealt_parties(count: int, seed: int) -> list[str]:
    """Deal parties, and return their JSON."""
    texts = []
    for index in range(count):
        rng = Random(f"{seed}/partie/{index}")
        partie = dealing.deal_partie(rng)
        odd = mutating.mutated_partie(rng, partie) if index % ODD == 0 else partie
        texts.append(json.dumps(odd))
    return texts


def dealt_questions(count: int, seed: int) -> list[str]:
    """Deal what a table's screen asks, and return its JSON."""
    dealt = (Random(f"{seed}/question/{index}") for index in range(count))
    return [json.dumps(dealing.deal_question(rng)) for rng in dealt]


def examples(*, are_replays: bool) -> list[str]:
    """Return the JSON of the golden examples, which know every rule book."""
    found = [one for one in golden.blocks() if one.is_replay == are_replays]
    return [json.dumps(one.record) for one in found]


def say(*lines: str) -> None:
    """Print lines at once."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def compare(what: str, ask: Ask, judge: Judge, texts: list[str]) -> int:
    """Return to how many texts the phone answers otherwise than the server."""
    taken: list[float] = []
    differing = refused = 0
    for start in range(0, len(texts), TOGETHER):
        some = texts[start : start + TOGETHER]
        said, times = ask(judge.__name__, some)
        taken += times
        for text, answer in zip(some, said, strict=True):
            expected = judge(text)
            refused += '"error": {' in expected or '"errors": [{' in expected
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
    from clubscore.partie.phone_engine import words_of
    from tests.phone import browser

    words = words_of(LANGUAGE, "nts") | {"books": [dealing.OWN_BOOK]}
    screen = answers.Phone(json.dumps(words))
    questions = dealt_questions(count // ASKED, seed)
    with browser.site() as address, browser.phone(address) as page:
        anew = browser.started(page, words)
        again = browser.started(page, words)
        say(f"the first start took {anew:.0f} ms, the one after it {again:.0f} ms")

        def ask(judgement: str, texts: list[str]) -> tuple[list[str], list[float]]:
            return browser.answers(page, judgement, texts)

        return sum(
            compare(what, ask, judge, texts)
            for what, judge, texts in (
                ("golden games", answers.score, examples(are_replays=False)),
                ("golden parties", answers.replay, examples(are_replays=True)),
                ("games", answers.score, dealt_games(count, seed)),
                ("parties", answers.replay, dealt_parties(parties, seed)),
                ("previews", screen.preview, questions),
                ("games that wait", screen.waiting, questions),
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
