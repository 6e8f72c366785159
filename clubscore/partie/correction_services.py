"""
The writes that correct what was recorded earlier in a partie.

Nothing is written over: what changes gets a revision with who, when and why, and so
does every later game that comes to something else because of it. What would change is
asked of `replay` before; made, it is worked out by the same replay. All of a
correction is one transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Player
from clubscore.partie import services
from clubscore.partie.correction import Consequences, Correction
from clubscore.partie.engine import Amendment, FoldedGame, Happened, Replay
from clubscore.partie.entries import Seating, Substitute
from clubscore.partie.models import Entry, Partie, Revision
from clubscore.partie.replay import (
    Story,
    amended,
    check_event,
    consequences_of,
    game_anew,
    is_named,
)
from clubscore.partie.services import Begun, Write


@transaction.atomic
def correct(
    *, partie: Partie, write: Write, correction: Correction, why: str
) -> Revision:
    """
    Put something right that was recorded earlier, and all that follows from it.

    Return the revision of what it names, of several games the last. Raise RulesError,
    with its number, for a game that can be scored neither so nor with the winds it
    had; ValidationError if it names what is not there, changes nothing or leaves an
    event impossible.
    """
    begun = services.begin(partie, write, _content(correction, why))
    if begun.made is not None:
        return begun.made
    return _made(begun, correction, why)


def _made(begun: Begun, correction: Correction, why: str) -> Revision:
    """Put it right in a partie that is locked; see `correct`."""
    story = Story.of(begun.partie)
    amendment, both = amended(story, correction)
    _check(consequences_of(begun.partie, amendment, both), correction)
    made = None
    # What is named is written last, so that it stands above what follows from it.
    for step in sorted(both.steps, key=lambda step: is_named(step, amendment)):
        if not step.is_revised:
            continue
        revision = story.revision(step.before.key)
        reason = why if is_named(step, amendment) else correction.follows
        made = _revise(begun, revision, step.after, reason)
    if amendment.event is not None:
        made = _write_event(begun, amendment.event, amendment.before, why)
    elif correction.entry is not None:
        made = _revise(begun, story.revision(correction.entry), None, why)
    if made is None:
        raise ValidationError(_("Nothing is different from what was recorded."))
    services.finish(begun, made, both.after, from_place=_first_place(story, amendment))
    return made


@transaction.atomic
def game_correct(
    *,
    partie: Partie,
    write: Write,
    number: int,
    record: Mapping[str, Any],
    east: str | None = None,
    is_by_player: bool = False,
    why: str,
    winds: str = "played",
) -> Revision:
    """
    Record an earlier game anew; the arguments are those of `correction_preview`.

    Sent again with the same key it is known by what was sent, for by then others may
    sit at the table of that game.
    """
    content = {"correct": number, "game": dict(record), "east": east}
    content |= {"is_by_player": is_by_player, "winds": winds, "why": why}
    begun = services.begin(partie, write, content)
    if begun.made is not None:
        return begun.made
    anew = game_anew(begun.partie, number, record, east, is_by_player=is_by_player)
    correction = Correction(games={number: anew}, replay=Replay(winds))
    return _made(begun, correction, why)


def entry_withdraw(
    *, partie: Partie, write: Write, entry: Entry, why: str, winds: str = "played"
) -> Revision:
    """Take back what happened beside the games, wherever it stands."""
    correction = Correction(entry=entry.pk, replay=Replay(winds))
    return correct(partie=partie, write=write, correction=correction, why=why)


# What happens from the next game on ---------------------------------------------


@transaction.atomic
def seating_record(
    *, partie: Partie, write: Write, players: Collection[str]
) -> Revision:
    """Seat the players anew from the next game on: East first, who rests last."""
    return _event_record(partie, write, Seating(tuple(players)))


@transaction.atomic
def substitute_record(
    *, partie: Partie, write: Write, leaving: Player, coming: Player
) -> Revision:
    """Let somebody play on in another's seat from the next game on."""
    if coming.club_id != partie.club_id or coming.merged_into_id is not None:
        raise ValidationError(_("Choose a player of this club."))
    # Nobody stands twice in one partie, under whatever names.
    same = Q(pk=coming.pk, merged_into__isnull=False)
    same |= Q(merged_into=coming, results__partie=partie)
    if Player.objects.filter(same).exists():
        raise ValidationError(
            _("%(name)s has sat at this table under another name."),
            params={"name": coming.name},
        )
    event = Substitute(str(leaving.pk), str(coming.pk))
    return _event_record(partie, write, event)


def _event_record(
    partie: Partie, write: Write, event: Seating | Substitute
) -> Revision:
    begun = services.begin(partie, write, {event.kind: event.as_json})
    if begun.made is not None:
        return begun.made
    services.refuse_if_over(begun.chronicle)
    check_event(begun.chronicle, event)
    return services.add_entry(begun, event)


# How it is done -----------------------------------------------------------------


def _check(found: Consequences, correction: Correction) -> None:
    """Raise RulesError or ValidationError if a correction cannot be made."""
    if found.before.is_void:
        raise ValidationError(_("The partie is void."), code="void")
    for game in found.unscored:
        assert game.error is not None
        if game.after is None or game.number not in correction.keeping:
            raise game.error
    if found.lost:
        raise ValidationError(
            _(
                "A booking, new seats or a substitute later on would not be possible "
                "any more. Take that back first."
            )
        )


def _content(correction: Correction, why: str) -> dict[str, Any]:
    """Return what names a correction among writes with the same key."""
    return {
        "correct": {
            str(number): game.as_json for number, game in correction.games.items()
        },
        "without": sorted(correction.without),
        "entry": correction.entry,
        "seats": [correction.seats_from, *correction.players],
        "replay": correction.replay.value,
        "keeping": sorted(correction.keeping),
        "why": why,
    }


def _write_event(
    begun: Begun, event: Happened, before: int | None, why: str
) -> Revision:
    """Add an event before the game where it belongs."""
    last = begun.partie.entries.aggregate(last=Max("place"))["last"] or 0
    entry = Entry(
        partie=begun.partie,
        place=last + 1,
        before_id=before,
        kind=event.content.kind,
    )
    entry.full_clean()
    entry.save()
    return begun.chain.add(
        entry=entry,
        number=1,
        said=event.content.as_json,
        edition=begun.partie.edition,
        reason=why,
        **services.signed(begun.write.author),
    )


def _revise(
    begun: Begun, earlier: Revision, after: FoldedGame | None, why: str
) -> Revision:
    """Add a revision to an entry: what it comes to now, or that it is taken out."""
    return begun.chain.add(
        entry=earlier.entry,
        number=earlier.number + 1,
        said=earlier.said if after is None else after.game.as_json,
        result=earlier.result if after is None else after.result,
        is_withdrawn=after is None,
        edition=begun.partie.edition,
        reason=why,
        **services.signed(begun.write.author),
    )


def _first_place(story: Story, amendment: Amendment) -> int:
    """Return the place from which on the partie changes."""
    keys = amendment.games.keys() | amendment.out
    if amendment.before is not None:
        keys = keys | {amendment.before}
    return min(story.revision(key).entry.position for key in keys)
