"""The app's door to the rules engine."""

from __future__ import annotations

from clubscore.rules.items import Ruleset
from clubscore.rules.rulesets import RULESETS


def rulesets() -> tuple[Ruleset, ...]:
    """Return the rulesets that a club can play by."""
    return tuple(RULESETS.values())
