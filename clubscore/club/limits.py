"""
Limits on the processor time that the requests of one network may take.

Every request is charged with the processor time that it took, and hands of many jokers,
which can take a second, before they are looked at; so are long documents, which are
made beside the site. Files that are sent while they are written are charged meanwhile.
Whoever has used up the share waits for the next minute; a club evening of five tables
behind one address uses a tenth of it.

It is counted in the memory of each process, which has one core at most: nothing is
written for it, and what a transaction takes back was worked out all the same.
"""

from __future__ import annotations

import json
import logging
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

from django.conf import settings

CHEAP_JOKERS = 7
"""So many in one hand are read as fast as all else is done; each more doubles it."""
MOST_JOKERS = 12
"""Of a game; the rules refuse more without a look at the hand."""
GAME = 1 / 32
"""Seconds that are charged for each game that jokers make one count for."""
WINDOW = 60
"""Seconds in which costs count together."""
REFUSALS = 1 / 5
"""
What refusals may take of a share, beside it.

To say why somebody has to wait is work too, and whoever asks without end has it done.
"""
AHEAD = 10
"""Windows to come that may be charged already when something long is begun."""
MOST_WAITING = 4
"""
Threads of a process that wait for hashes before a network has but one: half of them.

Else few who log in without end would hold the threads of all who play.
"""

Piece = TypeVar("Piece")
logger = logging.getLogger("clubscore.limits")


def share() -> float:
    """Return how many seconds of a window a network may take of this process."""
    cores = len(os.sched_getaffinity(0))
    of_a_core = min(1.0, cores / settings.WEB_CONCURRENCY)
    return settings.NETWORK_PERCENT / 100 * of_a_core * WINDOW


class TooCostlyError(Exception):
    """A network has had worked out what it may; `wait` says for how many seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


class TooManyJokersError(TooCostlyError):
    """It was hands with many jokers."""


def cost_of(record: Any) -> int:
    """
    Return for how many games one counts: what its jokers could stand for is tried.

    >>> cost_of({"hands": {"S": {"tiles": "000000000000j1m5p"}, "E": {"tiles": "0j"}}})
    32
    """
    hands = record.get("hands") if isinstance(record, dict) else None
    if not isinstance(hands, dict):
        return 1
    jokers = [min(json.dumps(hand).count("0"), MOST_JOKERS) for hand in hands.values()]
    return 1 + sum((1 << max(0, many - CHEAP_JOKERS)) - 1 for many in jokers)


@dataclass
class _Asking:
    """Whose request is answered, and what seconds it was charged with beforehand."""

    network: str
    charged: float = 0.0


_asking: ContextVar[_Asking | None] = ContextVar("asking", default=None)
"""A command asks for nobody."""
_spent: dict[int, dict[str, float]] = {}
"""How many seconds networks have taken in this window, and of those to come."""
_waiting: Counter[str] = Counter()
"""For how many requests of networks a thread waits until a password is hashed."""
_counting = Lock()


@contextmanager
def asked_by(network: str) -> Iterator[None]:
    """Charge *network* with the processor time that is taken meanwhile, once."""
    outer = _asking.get()
    if outer is not None and outer.network == network:
        yield
        return
    asking = _Asking(network)
    before, began = _asking.set(asking), time.thread_time()
    try:
        yield
    finally:
        _asking.reset(before)
        took = time.thread_time() - began
        _spend(network, max(0.0, took - asking.charged))


def charged(pieces: Iterable[Piece]) -> Iterable[Piece]:
    """Return *pieces* that are made after the answer, charged to whoever asks now."""
    asking = _asking.get()
    return pieces if asking is None else _charged(asking.network, iter(pieces))


def _charged(network: str, pieces: Iterator[Piece]) -> Iterator[Piece]:
    while True:
        with asked_by(network):
            try:
                piece = next(pieces)
            except StopIteration:
                return
        yield piece


def wait_of(network: str) -> int | None:
    """Return for how many seconds a network has to wait; None if it has not."""
    window, passed = _now()
    if not settings.NETWORK_PERCENT or _spent_by(network, window) <= share():
        return None
    return WINDOW - passed


def flood_of(network: str) -> int | None:
    """
    Return for how many seconds not even a refusal is worked out for a network.

    None if it has taken no more since it was told to wait than people who try again.
    """
    window, passed = _now()
    most = share() * (1 + REFUSALS)
    if not settings.NETWORK_PERCENT or _spent_by(network, window) <= most:
        return None
    return WINDOW - passed


def charge(record: Any) -> None:
    """
    Charge whoever asks for a game that is about to be scored with what jokers cost.

    Raise TooManyJokersError if that would be more than half of the network's share: the
    other half is left to those who only play.
    """
    asking, seconds = _asking.get(), (cost_of(record) - 1) * GAME
    if asking is None or not seconds:
        return
    window, passed = _now()
    spent = _spent_by(asking.network, window)
    if settings.NETWORK_PERCENT and spent + seconds > share() / 2:
        raise TooManyJokersError(WINDOW - passed)
    asking.charged += seconds
    _spend(asking.network, seconds)


def charge_beforehand(seconds: float) -> None:
    """
    Charge whoever asks with what will be worked for it beside the site.

    A minute takes half of the network's share of it, and those that follow the rest;
    the other half is left to those who only play. Raise TooCostlyError if too many
    minutes are charged already.
    """
    asking, half = _asking.get(), share() / 2
    if asking is None or not half:
        return
    current, passed = _now()
    window = current
    while _spent_by(asking.network, window) >= half:
        window += 1
    if window > current + AHEAD:
        raise TooCostlyError((window - current - AHEAD) * WINDOW - passed)
    while seconds > 0:
        _spend(asking.network, min(seconds, half), window)
        seconds -= half
        window += 1


def charge_seconds(seconds: float) -> None:
    """Charge whoever asks with what another thread or process has worked for it."""
    asking = _asking.get()
    if asking is not None:
        _spend(asking.network, seconds)


@contextmanager
def waiting_for_a_hash() -> Iterator[None]:
    """
    Note that the thread of whoever asks waits until a password is hashed.

    Raise TooCostlyError if half the threads do, and another of them for this network:
    as many as come from networks of their own are all let in.
    """
    asking = _asking.get()
    if asking is None or not settings.NETWORK_PERCENT:
        yield
        return
    with _counting:
        if _waiting[asking.network] and _waiting.total() >= MOST_WAITING:
            raise TooCostlyError(1)
        _waiting[asking.network] += 1
    try:
        yield
    finally:
        with _counting:
            _waiting[asking.network] -= 1
            if not _waiting[asking.network]:
                del _waiting[asking.network]


def now() -> int:
    """Return the seconds of a clock that nobody sets."""
    return int(time.monotonic())


def _now() -> tuple[int, int]:
    """Return the number of the window, and how many seconds of it have passed."""
    return divmod(now(), WINDOW)


def _spent_by(network: str, window: int) -> float:
    """Return how many seconds of a window a network has taken."""
    return _spent.get(window, {}).get(network, 0.0)


def _spend(network: str, seconds: float, window: int | None = None) -> None:
    """
    Note what a network has taken, and tell the log if it is the whole share.

    It is of this window, unless one to come is named.
    """
    current, _passed = _now()
    with _counting:
        for old in [one for one in _spent if one < current]:
            del _spent[old]
        spent = _spent.setdefault(current if window is None else window, {})
        before = spent.get(network, 0.0)
        after = spent[network] = before + seconds
    if settings.NETWORK_PERCENT and before <= share() < after:
        logger.warning("%s has taken its share of the machine", network)
