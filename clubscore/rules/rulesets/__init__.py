"""The rule books that Clubscore knows, found by their keys."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from clubscore.rules.errors import Code, RulesError, gettext_noop, quoted
from clubscore.rules.items import Ruleset
from clubscore.rules.rulesets import nts

RULESETS: dict[str, Ruleset] = {one.key: one for one in (nts.RULESET,)}
"""Every ruleset by its key, with its default options."""


def find_ruleset(key: str) -> Ruleset:
    """
    Return the ruleset that is called *key*.

    Raise RulesError (unknown_ruleset) if there is none.
    """
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
    ruleset: Ruleset, options: Mapping[str, object]
) -> list[RulesError]:
    """Return an error for every option that *ruleset* does not offer so."""
    problems = []
    for key, value in options.items():
        option = ruleset.options_by_key.get(key)
        if option is None:
            problems.append(
                RulesError(
                    Code.UNKNOWN_OPTION,
                    gettext_noop("%(ruleset)s has no option “%(key)s”."),
                    {"ruleset": ruleset.name, "key": quoted(key)},
                    field="options",
                )
            )
        elif not option.offers(value):
            problems.append(
                RulesError(
                    Code.UNKNOWN_OPTION,
                    option.offers_template,
                    option.offers_parameters,
                    field=f"options.{key}",
                )
            )
    return problems


def with_options(ruleset: Ruleset, options: Mapping[str, str | int]) -> Ruleset:
    """Return *ruleset* with *options*, which it must offer, chosen."""
    if not options:
        return ruleset
    return _with_options(ruleset.key, tuple(sorted(options.items())))


@lru_cache(maxsize=256)
def _with_options(key: str, options: tuple[tuple[str, str | int], ...]) -> Ruleset:
    ruleset = RULESETS[key]
    chosen = dict(options)
    # In the ruleset's order, so that the same choices give the same rules.
    return ruleset.with_changes(
        tuple(
            change
            for option in ruleset.options
            if option.key in chosen
            for change in option.changes_for(chosen[option.key])
        )
    )
