"""The rule books that Clubscore knows, found by their keys."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from clubscore.rules.errors import Code, RulesError, gettext_noop, quoted
from clubscore.rules.options import Value, problems_with
from clubscore.rules.own_books import own_book
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import (
    american,
    bmja,
    dmjl,
    free,
    hkos,
    mcr,
    nts,
    schmale,
    spiel_der_winde,
)
from clubscore.rules.seats import USUAL_PLAYERS

RULESETS: dict[str, Ruleset] = {
    one.key: one
    for one in (
        nts.RULESET,
        schmale.RULESET,
        spiel_der_winde.RULESET,
        bmja.RULESET,
        dmjl.RULESET,
        hkos.RULESET,
        mcr.RULESET,
        american.RULESET,
        free.RULESET,
    )
}
"""Every ruleset by its key, with its default options."""


def find_ruleset(key: str | Mapping[str, object]) -> Ruleset:
    """
    Return the ruleset that is called *key*, or the club's own book that it is.

    Raise RulesError (unknown_ruleset) if there is none, or for what cannot be in a
    book of a club's own.
    """
    if not isinstance(key, str):
        return own_book(key, RULESETS)
    try:
        return RULESETS[key]
    except KeyError:
        raise RulesError(
            Code.UNKNOWN_RULESET,
            gettext_noop("There is no ruleset “%(key)s”. Known are: %(known)s."),
            {"key": quoted(key), "known": ", ".join(RULESETS)},
            field="ruleset",
        ) from None


def option_problems(
    ruleset: Ruleset, options: Mapping[str, object], players: int = USUAL_PLAYERS
) -> list[RulesError]:
    """Return an error for every option that *ruleset* does not offer so."""
    return problems_with(ruleset.name, ruleset.options, options, players)


def with_options(
    ruleset: Ruleset, options: Mapping[str, Value], players: int = USUAL_PLAYERS
) -> Ruleset:
    """
    Return *ruleset* for so many *players* and with *options* chosen.

    The ruleset must have rules for them and offer these options; an option that
    means nothing for so many players changes nothing.
    """
    if not options and not ruleset.tables[players] and ruleset.revised is None:
        return ruleset
    chosen = (
        # A list would not do as a key of what is remembered.
        (key, tuple(value) if isinstance(value, list) else value)
        for key, value in {**ruleset.chosen, **options}.items()
    )
    return _with_options(ruleset, tuple(sorted(chosen)), players)


@lru_cache(maxsize=256)
def _with_options(
    ruleset: Ruleset, options: tuple[tuple[str, Value], ...], players: int
) -> Ruleset:
    chosen = dict(options)
    # In the ruleset's order, so that the same choices give the same rules.
    changed = ruleset.with_changes(
        ruleset.tables[players]
        + tuple(
            change
            for option in ruleset.options
            if option.key in chosen and players in option.players
            for change in option.changes_for(chosen[option.key])
        )
    )
    return changed if ruleset.revised is None else ruleset.revised(changed)
