"""The app's door to the ranking: standings methods, and their words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils import formats
from django.utils.translation import gettext, ngettext

from clubscore.club import engine
from clubscore.club.names import folded
from clubscore.club.templatetags.numbers import figure, signed
from clubscore.ranking import (
    PRESETS,
    Key,
    Listed,
    Method,
    MethodError,
    Preset,
    Signed,
    Statement,
    TranslatedWord,
    Who,
    method_from_json,
    method_to_json,
    preset_of,
)

__all__ = [
    "MethodError",
    "decimal_of",
    "example_of",
    "method_of",
    "name_of",
    "preset_called",
    "presets",
    "sentences_of",
    "stored",
    "summary_of",
    "usual_preset",
    "worded",
]


def method_of(stored: Mapping[str, Any]) -> Method:
    """
    Return the method that a season keeps; an empty one is the sum of scores.

    Raise MethodError, with everything that is wrong, for what is none.
    """
    if not stored:
        return next(iter(PRESETS.values())).method
    return method_from_json(stored)


def stored(method: Method) -> dict[str, Any]:
    """Return a method as a season keeps it."""
    return method_to_json(method)


def presets() -> tuple[Preset, ...]:
    """Return the methods that a club can begin with."""
    return tuple(PRESETS.values())


def usual_preset(ruleset: str) -> Preset:
    """Return the method that seasons by a rule book begin with."""
    return PRESETS.get(engine.usual_standings(ruleset)) or presets()[0]


def preset_called(key: str) -> Preset | None:
    """Return the preset of that key; None if there is none."""
    return PRESETS.get(key)


def name_of(method: Method) -> str:
    """Return how a method is called, in the reader's language."""
    preset = preset_of(method)
    return gettext(preset.name) if preset is not None else gettext("The club’s own")


def summary_of(method: Method) -> str:
    """Return a ready-made method in one sentence; nothing for a club's own."""
    preset = preset_of(method)
    return worded(preset.summary) if preset is not None else ""


def example_of(method: Method) -> str:
    """Return what a ready-made method makes of some results; nothing of another."""
    preset = preset_of(method)
    return worded(preset.example) if preset is not None else ""


def sentences_of(method: Method) -> list[str]:
    """Return the whole method in the reader's language, one part after the other."""
    return [worded(one) for one in method.sentences]


def worded(sentence: Statement, names: Mapping[Key, str] | None = None) -> str:
    """Return a sentence of the ranking in the reader's language, players by name."""
    if sentence.plural is None:
        template = gettext(sentence.template)
    else:
        template = ngettext(sentence.template, sentence.plural, sentence.number)
    return template % {
        name: _worded(value, names or {}) for name, value in sentence.parameters.items()
    }


def _worded(value: Any, names: Mapping[Key, str]) -> Any:
    match value:
        case TranslatedWord():
            return gettext(value)
        case Who(player):
            return names.get(player, str(player))
        case Signed(number):
            return signed(number)
        case Listed(items):
            words = [str(_worded(item, names)) for item in items]
            if isinstance(next(iter(items), None), Who):
                words.sort(key=folded)
            return ", ".join(words)
        case Fraction():
            return figure(value)
        case Decimal():
            return formats.number_format(value)
        case date():
            return formats.date_format(value, "SHORT_DATE_FORMAT")
    return value


def decimal_of(points: Fraction) -> int | Decimal:
    """
    Return points as a spreadsheet counts with them: to three places, where needed.

    >>> decimal_of(Fraction(3)), decimal_of(Fraction(-7, 2)), decimal_of(Fraction(1, 3))
    (3, Decimal('-3.500'), Decimal('0.333'))
    """
    if points.denominator == 1:
        return points.numerator
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    return exact.quantize(Decimal("0.001"))
