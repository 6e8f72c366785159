"""
Forms of a correction.

A correction is asked for in steps: what is said anew, how the winds passed on, what
becomes of games that cannot be scored then, and why. What was answered already goes
along in hidden fields, so that nothing is kept between two steps.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError

from clubscore.club.numbers import number_in
from clubscore.partie import entries
from clubscore.partie.correction import Correction
from clubscore.partie.engine import Replay
from clubscore.partie.entries import Kind, RecordedGame
from clubscore.partie.forms.reasons import ReasonForm

WINDS = {
    Replay.PLAYED.value: _("As they were played"),
    Replay.SHOULD.value: _("As they should have been"),
}
HOLDS = {
    Replay.BY_NAME.value: _("By name: each player keeps the hands entered for them"),
    Replay.BY_SEAT.value: _("By seat: whoever really sat there takes the hands"),
}
MOST_GAMES = 50
"""More games are never corrected in one step."""


class CorrectionForm(ReasonForm):
    """Why something is put right, and how the winds passed on after it."""

    winds = forms.ChoiceField(
        label=_("How did the winds pass on in the later games?"),
        choices=list(WINDS.items()),
        initial=Replay.PLAYED.value,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, replays: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not replays:
            del self.fields["winds"]
            return
        winds = self.fields["winds"]
        assert isinstance(winds, forms.ChoiceField)
        winds.choices = list(replays.items())
        if replays is HOLDS:
            winds.label = _("What was entered holds …")


class UnreadableFieldError(ValueError):
    """A hidden field does not hold what we wrote into it."""


def asked(data: QueryDict, base: Correction) -> Correction:
    """
    Return the correction that was asked for so far, *base* being its subject.

    Raise UnreadableFieldError for what no page of ours sends.
    """
    winds = data.get("winds") or base.replay.value
    try:
        replay = Replay(winds)
    except ValueError:
        raise UnreadableFieldError(winds) from None
    games = {**base.games, **_games(data.get("also", ""))}
    without = base.without | _numbers(data.getlist("without"))
    return replace(
        base,
        games={number: game for number, game in games.items() if number not in without},
        without=without,
        keeping=_numbers(data.getlist("keep")) - without,
        replay=replay,
    )


def said_in(text: object) -> dict[str, Any]:
    """Return the object that a hidden field holds; raise UnreadableFieldError."""
    try:
        said = json.loads(str(text))
    except (ValueError, RecursionError):
        raise UnreadableFieldError(text) from None
    if not isinstance(said, dict):
        raise UnreadableFieldError(text)
    return said


def game_in(text: object) -> RecordedGame:
    """Return the game that a hidden field holds; raise UnreadableFieldError."""
    return _game(said_in(text))


def _game(said: dict[str, Any]) -> RecordedGame:
    """
    Return a game that was *said*, perhaps without who was East.

    Raise UnreadableFieldError if it has not the shape that every page expects.
    """
    try:
        game = entries.checked(Kind.GAME, {"east": None, **said})
    except ValidationError:
        raise UnreadableFieldError(said) from None
    assert isinstance(game, RecordedGame)
    return game


def _games(text: str) -> dict[int, RecordedGame]:
    if not text:
        return {}
    games = said_in(text)
    found: dict[int, RecordedGame] = {}
    for key, one in games.items():
        number = number_in(key)
        if number is None or not isinstance(one, dict):
            raise UnreadableFieldError(text)
        found[number] = _game(one)
    return dict(list(found.items())[:MOST_GAMES])


def _numbers(texts: list[str]) -> frozenset[int]:
    numbers = map(number_in, texts)
    return frozenset(number for number in numbers if number is not None)


def carried(correction: Correction, subject: int | None) -> Iterator[tuple[str, str]]:
    """
    Yield the hidden fields that ask for a correction again, without its winds.

    *subject* is the game that it is all about; the others go beside it.
    """
    games = {number: game.as_json for number, game in correction.games.items()}
    if subject is not None and subject in games:
        yield "record", json.dumps(games.pop(subject))
    if games:
        yield "also", json.dumps(games)
    for number in sorted(correction.without):
        if number != subject:
            yield "without", str(number)
    for number in sorted(correction.keeping):
        yield "keep", str(number)
    for player in correction.players:
        yield "player", player
