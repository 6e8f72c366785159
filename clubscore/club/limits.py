"""
How much one network may have worked out: many jokers cost more than all else.

A hand of twelve jokers takes a second of a core. Whoever asks for many of them, on
whatever page, waits for the next minute; a game as it is played costs nothing here.

It is counted in the memory of each process, which has one core at most: nothing is
written for it, and what a transaction takes back was worked out all the same.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

CHEAP_JOKERS = 7
"""So many in one hand are read as fast as all else is done; each more doubles it."""
MOST_JOKERS = 12
"""Of a game; the rules refuse more without a look at the hand."""
WINDOW = 60
"""Seconds in which costs count together."""
MOST = 120
"""What one network may cost a process in that time: a tenth of a core, or less."""


class TooCostlyError(Exception):
    """A network has had worked out what it may; `wait` says for how many seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


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


_asking: ContextVar[str] = ContextVar("asking", default="")
"""The network whose request is answered; a command has none."""
_spent: dict[int, Counter[str]] = {}
"""What networks have cost in a window; of windows there is one."""
_counting = Lock()


@contextmanager
def asked_by(network: str) -> Iterator[None]:
    """Charge *network* for what is worked out meanwhile."""
    before = _asking.set(network)
    try:
        yield
    finally:
        _asking.reset(before)


def charge(record: Any) -> None:
    """
    Charge whoever asks for a game that is about to be scored.

    Raise TooCostlyError if that is more than one network may cost in a minute.
    """
    network, extra = _asking.get(), cost_of(record) - 1
    if not network or not extra:
        return
    window, passed = divmod(int(time.monotonic()), WINDOW)
    with _counting:
        if window not in _spent:
            _spent.clear()
        spent = _spent.setdefault(window, Counter())
        spent[network] += extra
    if spent[network] > MOST:
        raise TooCostlyError(WINDOW - passed)
