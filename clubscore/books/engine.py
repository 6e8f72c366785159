"""The app's door to the rules engine: what can be other in a book, and a hand by it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from clubscore.club import limits
from clubscore.club.engine import sentence
from clubscore.rules import RulesError, score_record
from clubscore.rules.figures import figure
from clubscore.rules.items import LimitHand, ScoringItem
from clubscore.rules.options import ListOption, NumberOption, Option, Value
from clubscore.rules.own_books import (
    all_items,
    changeable_columns,
    item_columns,
    limit_columns,
    may_change_hands,
    numbers_of,
)
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.rulesets import SHELF, find_ruleset, with_options
from clubscore.rules.seats import WINDS_BY_LETTER, Wind

__all__ = [
    "ListOption",
    "NumberOption",
    "Option",
    "RulesError",
    "Ruleset",
    "all_items",
    "item_columns",
    "limit_columns",
    "numbers_of",
]

Content = Mapping[str, Any]
"""What a club's own book says."""


@dataclass(frozen=True, slots=True)
class ChangeableRule:
    """An item or a limit hand of a book, and what of it can be other."""

    key: str
    rule: ScoringItem | LimitHand
    columns: tuple[str, ...]
    who: str
    """Who scores it, where a club can say so; else empty."""

    def worth(self, column: str) -> int:
        """Return what it is worth in one of its columns."""
        return int(getattr(self.rule, column))


def usual_rules(base: Ruleset, options: Mapping[str, Value]) -> Ruleset:
    """Return a book of ours with those of *options* that it offers."""
    offered = {
        one.key: options[one.key]
        for one in base.options
        if one.key in options and one.offers(options[one.key])
    }
    return with_options(base, offered)


def items_of_book(base: Ruleset, usual: Ruleset) -> list[ChangeableRule]:
    """Return the items of a book, with those that its house rules bring in."""
    now = {one.key: one for one in usual.items}
    found = {one.key: now.get(one.key, one) for one in all_items(base)}
    has_losers = base.paying.values_losers
    return [
        ChangeableRule(
            key,
            one,
            changeable_columns(base),
            ("winner" if one.is_winners else "everybody")
            if has_losers and may_change_hands(one)
            else "",
        )
        for key, one in found.items()
    ]


def limit_hands_of_book(base: Ruleset, usual: Ruleset) -> list[ChangeableRule]:
    """Return the limit hands of a book, those that its house rules take out too."""
    now = usual.limits_by_key
    found = (now.get(one.key, one) for one in base.limit_hands)
    return [ChangeableRule(one.key, one, limit_columns(base, one), "") for one in found]


# A hand by a book ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CountedItem:
    """An item that a hand earned, and what it is worth."""

    name: str
    worth: str


@dataclass(frozen=True, slots=True)
class CountedHand:
    """What a hand comes to by a book, or why it cannot be counted."""

    book: str
    points: int | None
    limit: str
    """The name of the limit hand that it is; empty if it is none."""
    items: tuple[CountedItem, ...]
    payments: tuple[tuple[str, str, int], ...]
    """Who pays whom how much, by their winds."""
    refusal: str = ""


GROUPS = re.compile(r"\([^()]*\)|[^()\s]*?[mpszfyj]")
GIVEN = ("discard", "robbed_kong")


def hand_record(book: Ruleset, said: Mapping[str, str]) -> dict[str, Any]:
    """Return the record of a game that somebody won with the hand that was typed."""
    seat = said.get("seat", "E")
    source = said.get("source", "wall")
    giver = ("S" if seat == "E" else "E") if source in GIVEN else None
    text = said.get("hand", "").strip()
    hand: dict[str, Any] = {"tiles": re.sub(r"\s", "", text)}
    if "(" in text or " " in text:
        groups = GROUPS.findall(text)
        bonus = [one for one in groups if one[-1] in "fy"]
        sets = [one for one in groups if one[-1] not in "fy"]
        hand = {"sets": sets, "bonus": "".join(bonus)}
    else:
        bonus = re.findall(r"[0-9]+[fy]", hand["tiles"])
        hand = {
            "tiles": re.sub(r"[0-9]+[fy]", "", hand["tiles"]),
            "bonus": "".join(bonus),
        }
    dealing = book.dealing
    letters = dealing.round_letters
    asked = said.get("round", "E")
    return {
        "round_wind": asked if asked in letters else min(letters, default=None),
        "owner": "E" if dealing.winds_stay else None,
        "hands": {seat: hand},
        "outcome": {
            "kind": "win",
            "winner": seat,
            "winning_tile": said.get("last", "").strip() or None,
            "source": source,
            "from": giver,
        },
    }


def counted_hand(content: str | Content, said: Mapping[str, str]) -> CountedHand:
    """Return what a hand comes to by a book of ours, by its key, or by a draft."""
    book = find_ruleset(content)
    game = hand_record(book, said)
    record = {**game, "ruleset": content}
    limits.charge(record)
    try:
        result = score_record(record)
    except RulesError as error:
        return CountedHand(gettext(book.name), None, "", (), (), sentence(error))
    played = with_options(book, {})
    names = {one.key: one.name for one in (*played.items, *played.limit_hands)}
    counted: Mapping[str, Any] = result["hands"][said.get("seat", "E")]
    columns = book.counting.columns
    limit = counted.get("limit")
    return CountedHand(
        gettext(book.name),
        counted["points"],
        gettext(names.get(limit, limit)) if limit else "",
        tuple(
            CountedItem(
                gettext(names.get(one["rule"], one["rule"])),
                ", ".join(
                    _worth(column, one[column]) for column in columns if one[column]
                ),
            )
            for one in counted["items"]
        ),
        tuple(
            (_wind(one["from"]), _wind(one["to"]), one["amount"])
            for one in result["payments"]
        ),
    )


def _wind(letter: str) -> str:
    return gettext(WINDS_BY_LETTER[letter].term)


def _worth(column: str, many: int) -> str:
    match column:
        case "points":
            return gettext("%(points)s points") % {"points": figure(many)}
        case "doubles":
            return gettext("× %(factor)d") % {"factor": 1 << many}
        case "faan":
            return gettext("%(faan)d faan") % {"faan": many}
        case _:
            return gettext("%(laak)d laak") % {"laak": many}


def seats() -> list[tuple[str, str]]:
    """Return the letters of the seats and their names, to be translated."""
    return [(wind.letter, wind.term) for wind in Wind]


def sources_of(book: Ruleset) -> set[str]:
    """Return how the last tile can come by a book."""
    return {one.value for one in book.winning.sources}


def put_on_shelf(content: Content) -> Ruleset:
    """Return the ruleset of a draft, found by its key for a while."""
    return SHELF.add(content)
