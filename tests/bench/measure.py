"""Limits, and what is printed of them."""

from __future__ import annotations

import os
import resource
import time
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import clubscore.rules

TOLERANCE = 3
"""A benchmark fails past this many times its limit; machines differ."""


@dataclass(frozen=True)
class Measured:
    """One number beside its limit."""

    name: str
    value: float
    limit: float
    unit: str
    tolerance: int = TOLERANCE
    """1 for what is counted: no machine is an excuse for that."""

    @property
    def passes(self) -> bool:
        """Whether it is not past so many times its limit."""
        return self.value <= self.tolerance * self.limit

    def __str__(self) -> str:
        if self.value <= self.limit:
            verdict = "ok"
        elif self.passes:
            verdict = "over the limit"
        else:
            times = f"{self.tolerance} times " if self.tolerance > 1 else ""
            verdict = f"FAILED: over {times}the limit"
        value, limit = f"{self.value:.2f}", f"{self.limit:g}"
        share = f", {100 * self.value / self.limit:.0f} % of it" if self.limit else ""
        return f"{self.name}: {value} {self.unit} (limit {limit}{share}) {verdict}"


def on_processor(process: int) -> float:
    """Return for how many seconds a process that lives has had a processor."""
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(path.read_text().split()[0]) for path in tasks) / 1e9


def with_children() -> float:
    """
    Return for how many seconds this process and its children have had a processor.

    Those of its children's children count once they are gone.
    """
    gone = resource.getrusage(resource.RUSAGE_CHILDREN)
    living = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    here = time.process_time() + gone.ru_utime + gone.ru_stime
    return here + sum(on_processor(int(child)) for child in living)


def rules_caches() -> list[_lru_cache_wrapper[Any]]:
    """Return every cache of the rules engine."""
    found = {}
    for module in walk_packages(clubscore.rules.__path__, "clubscore.rules."):
        for name, value in vars(import_module(module.name)).items():
            if isinstance(value, _lru_cache_wrapper):
                found[value.__module__, name] = value
    return list(found.values())


def clear_rules_caches() -> None:
    """Empty the engine's caches, each of which must have a bound."""
    for cache in rules_caches():
        assert cache.cache_info().maxsize is not None, cache
        cache.cache_clear()
