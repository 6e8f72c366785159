"""
The replay of a partie: what a correction would change in its later games.

Nothing is written here; `correction_services` writes what was asked here first, and
both are worked out by the same replay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubscore.partie import engine, entries
from clubscore.partie.correction import Consequences, Correction, GameChange
from clubscore.partie.derive import happened
from clubscore.partie.engine import Amended, Amendment, Chronicle, Happened, Replay
from clubscore.partie.entries import Content, Kind, RecordedGame, Seating
from clubscore.partie.models import Partie, Revision


def consequences(*, partie: Partie, correction: Correction) -> Consequences:
    """
    Return what a correction would change; nothing is written.

    Raise RulesError if what it says of its first game cannot be scored,
    ValidationError if it names what is not there.
    """
    amendment, both = amended(Story.of(partie), correction)
    return consequences_of(partie, amendment, both)


def correction_preview(
    *,
    partie: Partie,
    number: int,
    record: Mapping[str, Any],
    east: str | None = None,
    is_by_player: bool = False,
    winds: str = "played",
) -> Consequences:
    """
    Return what would change if game *number* were corrected.

    *winds* is `played` (who really sat East stays) or `should` (whom the rules say).
    """
    anew = game_anew(partie, number, record, east, is_by_player=is_by_player)
    correction = Correction(games={number: anew}, replay=Replay(winds))
    return consequences(partie=partie, correction=correction)


def game_anew(
    partie: Partie,
    number: int,
    record: Mapping[str, Any],
    east: str | None = None,
    *,
    is_by_player: bool = False,
) -> RecordedGame:
    """
    Return an earlier game as a record tells it, with players instead of seats.

    *east* is who really sat East; the player recorded as East, if it is left out.
    """
    story = Story.of(partie)
    return story.anew(number, record, east, is_by_player=is_by_player)


def chronicle_before(
    partie: Partie, number: int, correction: Correction | None = None
) -> Chronicle:
    """Return the partie as it is before a game, or would be once it is corrected."""
    story = Story.of(partie)
    if correction is None:
        return story.before(number)
    entries = story.entries[: story.place(number)]
    return _replay(story, entries, _amendment(story, correction)).after


def chronicle_at(
    partie: Partie, played: engine.Table, correction: Correction
) -> Chronicle:
    """
    Return the partie as it would be before a game that is corrected.

    *played* is who sat where in it. As they were played its round stays, too, where
    the rules would have another by then.
    """
    chronicle = chronicle_before(partie, played.number, correction)
    state = chronicle.state
    is_as_ruled = (state.round, state.round_letter) == (
        played.round,
        played.round_wind,
    )
    if correction.replay is not Replay.PLAYED or (
        is_as_ruled and not state.is_finished
    ):
        return chronicle
    state = engine.in_round(state, played.round, played.round_wind)
    return replace(chronicle, state=state)


def game_in_force(partie: Partie, number: int) -> Revision:
    """Return the revision of a game that holds."""
    return Story.of(partie).game(number)


# How it is worked out -----------------------------------------------------------


@dataclass(frozen=True)
class Story:
    """A partie's revisions in force, in order."""

    terms: engine.Terms
    places: tuple[str, ...]
    revisions: tuple[Revision, ...]

    @classmethod
    def of(cls, partie: Partie) -> Story:
        """Return what holds in *partie*, in two queries."""
        seats = partie.seats.order_by("place").values_list("player", flat=True)
        revisions = tuple(Revision.objects.in_force(partie))
        return cls(partie.terms, tuple(map(str, seats)), revisions)

    @cached_property
    def entries(self) -> list[Happened]:
        """What happened, as the engine takes it."""
        return happened(self.revisions)

    @cached_property
    def games(self) -> list[Revision]:
        """The games, in order."""
        return [one for one in self.revisions if one.entry.kind == Kind.GAME]

    def game(self, number: int) -> Revision:
        """Return the revision of a game; raise ValidationError if there is none."""
        if not 1 <= number <= len(self.games):
            raise ValidationError(
                _("There is no game %(number)d."), params={"number": number}
            )
        return self.games[number - 1]

    def revision(self, entry: int) -> Revision:
        """Return what holds of an entry."""
        return next(one for one in self.revisions if one.entry_id == entry)

    def place(self, number: int) -> int:
        """Return where a game stands among the revisions."""
        return self.revisions.index(self.game(number))

    def before(self, number: int) -> Chronicle:
        """Return the partie as it was before a game."""
        entries = self.entries[: self.place(number)]
        return engine.chronicle_of(self.terms, self.places, entries)

    def table(self, number: int, east: str | None) -> engine.Table:
        """Return who sat where in a game, if *east* was East."""
        where = engine.Where.of(self.game(number).game)
        if east is not None:
            where = replace(where, east=east)
        return engine.table_at(self.before(number), where)

    def anew(
        self,
        number: int,
        record: Mapping[str, Any],
        east: str | None,
        *,
        is_by_player: bool,
    ) -> RecordedGame:
        """Return a game as a record tells it, with players instead of seats."""
        table = self.table(number, east)
        if is_by_player:
            by_player = RecordedGame.from_json(record)
            record = engine.record_of(self.terms, table, by_player)
        return engine.game_of(self.terms, table, record)


def amended(story: Story, correction: Correction) -> tuple[Amendment, Amended]:
    """Return the amendment that a correction asks for, and what it comes to."""
    _check_taken_out(story, correction)
    amendment = _amendment(story, correction)
    if amendment.event is not None and correction.seats_from is not None:
        chronicle = story.before(correction.seats_from)
        check_event(chronicle, amendment.event.content)
    both = _replay(story, story.entries, amendment)
    for step in both.steps:
        if step.error is not None and step.before.key in amendment.games:
            raise step.error
    return amendment, both


def _amendment(story: Story, correction: Correction) -> Amendment:
    """Return a correction with the ids of entries instead of numbers."""
    amendment = Amendment(
        games={
            story.game(number).entry_id: anew
            for number, anew in correction.games.items()
        },
        out=frozenset(
            {story.game(number).entry_id for number in correction.without}
            | ({correction.entry} if correction.entry is not None else set())
        ),
        replay=correction.replay,
        keeping=frozenset(story.game(number).entry_id for number in correction.keeping),
    )
    if correction.seats_from is None:
        return amendment
    return replace(
        amendment,
        event=Happened(0, Seating(correction.players)),
        before=story.game(correction.seats_from).entry_id,
    )


def _replay(story: Story, entries: Sequence[Happened], amendment: Amendment) -> Amended:
    return engine.amended(story.terms, story.places, entries, amendment)


def _check_taken_out(story: Story, correction: Correction) -> None:
    """Raise ValidationError if an event cannot be taken out."""
    if correction.entry is None:
        return
    kinds = {one.entry_id: one.entry.kind for one in story.revisions}
    if kinds.get(correction.entry) not in entries.TAKEN_OUT_ALONE:
        raise ValidationError(_("That is taken back already, or cannot be."))


def consequences_of(
    partie: Partie, amendment: Amendment, both: Amended
) -> Consequences:
    """Return what an amendment comes to, game by game."""
    return Consequences(
        partie.terms,
        both.before,
        both.after,
        tuple(
            GameChange(
                step.before,
                step.after,
                step.error,
                step.concerned,
                is_named(step, amendment),
            )
            for step in both.steps
        ),
        tuple(both.lost),
    )


def is_named(step: engine.Step, amendment: Amendment) -> bool:
    """Tell whether an amendment itself says a game otherwise or takes it out."""
    return step.before.key in amendment.games or step.before.key in amendment.out


def check_event(chronicle: Chronicle, event: Content) -> None:
    """Raise ValidationError if an event cannot happen now."""
    if engine.can_happen(chronicle, event):
        return
    if isinstance(event, Seating):
        raise ValidationError(_("Give each player at the table one seat."))
    raise ValidationError(
        _("Choose who leaves the table, and somebody else who does not sit there yet.")
    )
