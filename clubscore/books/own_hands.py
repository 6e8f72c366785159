"""
The hands of a club's own: shown by an example, and by what of it may vary.

Sets that are laid down say the pattern: any suits or these, any ranks or these, any
wind, any dragon. A whole hand that fits and one that does not prove it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

VARIES = {
    "suits": _("The suits: any others do too"),
    "ranks": _("The ranks: higher or lower together, in any suits"),
    "winds": _("The winds: any others do too"),
    "dragons": _("The dragons: any others do too"),
}
"""What of the sets that are laid down may vary."""
GROUPS = re.compile(r"\(?([1-9]{2,4})([mpsz])\)?")
SUITS = "abc"
MOST_SETS = 5
TEXTS = ("name", "sets", "yes", "no")


def hand_said(
    data: Mapping[str, str], columns: Mapping[str, object], taken: Collection[str]
) -> dict[str, Any] | None:
    """
    Return the hand that a form adds to a book, as `rules.own_books` reads it.

    *columns* are the numbers that were typed; None if nothing was typed at all. What
    cannot be is refused when the book is read.
    """
    typed = {name: data.get(f"new.{name}", "").strip() for name in TEXTS}
    if not any(typed.values()):
        return None
    varies = {name for name in VARIES if f"new.{name}" in data}
    name = " ".join(typed["name"].split())
    said: dict[str, Any] = {
        "key": free_key(name, taken),
        "name": name,
        **columns,
        # What cannot be read stays what was typed, and is refused.
        "fits": {"sets": pattern_of(typed["sets"], varies) or typed["sets"]},
        "yes": [typed["yes"]],
        "no": [typed["no"]],
    }
    if "new.limit_hand" in data:
        said["limit_hand"] = True
    return said


def free_key(name: str, taken: Collection[str]) -> str:
    """
    Return a key for a name that nothing else in the book has.

    >>> free_key("Three sisters", {"own_three_sisters"})
    'own_three_sisters_2'
    """
    key = f"own_{slugify(name).replace('-', '_')}"[:34].rstrip("_")
    many, free = 1, key
    while free in taken:
        many += 1
        free = f"{key}_{many}"
    return free


def pattern_of(sets: str, varies: Collection[str]) -> list[list[str]]:
    """
    Return the pattern of sets that are laid down, of which some may vary.

    It is empty where anything but sets was laid down.

    >>> pattern_of("123m 456m", {"suits"})
    [['chow', 'a1'], ['chow', 'a4']]
    >>> pattern_of("22p 333s 55z", {"ranks", "dragons"})
    [['pair', 'ax'], ['pung', 'bx+1'], ['pair', 'D']]
    """
    groups = GROUPS.findall(sets)
    if GROUPS.sub("", sets).strip() or len(groups) > MOST_SETS:
        return []
    lowest = min((min(ranks) for ranks, suit in groups if suit != "z"), default="1")
    suits: dict[str, str] = {}
    found = []
    for ranks, suit in groups:
        first = min(ranks)
        if suit == "z":
            tile = f"{first}z"
            if first <= "4" and "winds" in varies:
                tile = "W"
            elif first > "4" and "dragons" in varies:
                tile = "D"
        elif "suits" in varies or "ranks" in varies:
            letter = suits.setdefault(suit, SUITS[len(suits)])
            above = int(first) - int(lowest)
            rank = first
            if "ranks" in varies:
                rank = f"x+{above}" if above else "x"
            tile = f"{letter}{rank}"
        else:
            tile = f"{first}{suit}"
        found.append([_shape(ranks), tile])
    return found


def _shape(ranks: str) -> str:
    if len(ranks) == 2:
        return "pair"
    if len(ranks) == 4:
        return "kong"
    return "pung" if len(set(ranks)) == 1 else "chow"
