"""Every write of an evening: the players who are there, and the tables that start."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from itertools import count
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Club, Player, Season
from clubscore.club.names import folded, tidied
from clubscore.club.services import player_add, player_called
from clubscore.evening.overview import TableNow, parties_of, tables_of
from clubscore.partie.models import (
    ClubPlan,
    Evening,
    Partie,
    PlannedEvening,
    Presence,
    SignOn,
    SignOnLink,
    StartedSitting,
    of_person,
)
from clubscore.partie.services import link_make, partie_start


@transaction.atomic
def presence_note(*, club: Club, day: date, parts: Mapping[Player, str]) -> None:
    """Note for which part of an evening players are there; empty for not at all."""
    evening, _made = Evening.objects.get_or_create(club=club, date=day)
    # Two who tick the same player at once write one presence.
    evening = Evening.objects.select_for_update().get(pk=evening.pk)
    evening.version += 1
    evening.save(update_fields=["version"])
    for player, part in parts.items():
        if player.club_id != club.pk:
            raise ValidationError(_("This player is of another club."))
        noted = Presence.objects.filter(evening=evening, player=player).first()
        if not part:
            if noted is not None:
                noted.delete()
            continue
        presence = noted or Presence(evening=evening, player=player)
        presence.part = part
        presence.full_clean()
        presence.save()


@transaction.atomic
def guests_note(*, club: Club, day: date, names: Sequence[str]) -> list[Player]:
    """
    Note that guests are there; who has no name in the club yet gets one.

    A name that a player of the club has is that player. Raise ValidationError for a
    name that cannot be one.
    """
    # Two who type the same name at once make one player.
    Club.objects.select_for_update().get(pk=club.pk)
    guests = []
    for name in {folded(one): tidied(one) for one in names}.values():
        known = player_called(club=club, name=name)
        guests.append(known or player_add(club=club, name=name, is_guest=True))
    _note_whole(club, day, guests)
    return guests


def _note_whole(club: Club, day: date, players: Iterable[Player]) -> None:
    """Note that players are there the whole evening, unless something is noted."""
    noted = Presence.objects.filter(evening__club=club, evening__date=day)
    here = set(noted.values_list("player", flat=True))
    new = {one: Presence.Stay.WHOLE for one in players if one.pk not in here}
    presence_note(club=club, day=day, parts=new)


# Planned ahead -------------------------------------------------------------------


@transaction.atomic
def evenings_plan(
    *,
    club: Club,
    days: Iterable[date],
    starts_at: time | None,
    ends_at: time | None,
    place: str,
) -> list[PlannedEvening]:
    """
    Announce evenings on *days*; return the new ones.

    Those that are planned already stay as they are.
    """
    # Two who plan at once plan each evening once.
    Club.objects.select_for_update().get(pk=club.pk)
    there = set(club.planned_evenings.values_list("date", flat=True))
    new = [
        PlannedEvening(
            club=club, date=day, starts_at=starts_at, ends_at=ends_at, place=place
        )
        for day in days
        if day not in there
    ]
    for one in new:
        one.clean_fields(exclude=["club"])
    return PlannedEvening.objects.bulk_create(new)


@transaction.atomic
def planned_change(
    *,
    planned: PlannedEvening,
    starts_at: time | None,
    ends_at: time | None,
    place: str,
) -> PlannedEvening:
    """Change when and where a planned evening is; those who signed on stay."""
    found = PlannedEvening.objects.select_for_update().get(pk=planned.pk)
    found.starts_at, found.ends_at, found.place = starts_at, ends_at, place
    found.version += 1
    found.full_clean()
    found.save()
    return found


def sign_on(*, planned: PlannedEvening, player: Player, comes: bool) -> None:
    """
    Note whether a player comes to a planned evening.

    Raise ValidationError for a player of another club.
    """
    if player.club_id != planned.club_id:
        raise ValidationError(_("This player is of another club."))
    SignOn.objects.update_or_create(
        planned=planned, player=player, defaults={"comes": comes}
    )


@transaction.atomic
def sign_on_links_make(*, club: Club, players: Iterable[Player]) -> list[SignOnLink]:
    """Make a link to sign on for each player who has none; return the new ones."""
    # Two who make them at once make one for each.
    Club.objects.select_for_update().get(pk=club.pk)
    there = SignOnLink.objects.filter(player__club=club)
    having = {one.person.pk for one in there.select_related("player__merged_into")}
    lacking = [one for one in players if one.pk not in having]
    return SignOnLink.objects.bulk_create(SignOnLink(player=one) for one in lacking)


def sign_on_links_withdraw(*, player: Player) -> None:
    """Let no link sign a player on any more, under whatever name it was made."""
    SignOnLink.objects.filter(of_person(player.pk)).delete()


# Tables that start ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlannedStart:
    """The sitting of a plan whose tables start."""

    plan: ClubPlan
    sitting: int
    numbers: tuple[str, ...]
    """Of the tables, in their order."""
    waiting: tuple[int, ...] = ()
    """The ids of who is there without a table."""


@transaction.atomic
def evening_tables_start(
    *,
    season: Season,
    day: date,
    tables: Sequence[Sequence[Player]],
    ruleset: str | None = None,
    options: Mapping[str, object] | None = None,
    start_chips: int | None = None,
    uses_chips: bool = False,
    planned: PlannedStart | None = None,
) -> list[Partie]:
    """
    Start a partie at each table, all or none, each with its link.

    Everybody sits in the order given, the first East first. The tables are numbered
    from 1, past those at which a partie is being played, unless they are *planned*;
    who waits then is noted as there.
    Raise ValidationError if somebody sits at one of these already, at two of the new
    ones, or cannot sit there, if a table with a planned number is being played at, or
    if the sitting has been started.
    """
    club = season.club
    # Two that start the same tables at once: the second finds everybody seated.
    Club.objects.select_for_update().get(pk=club.pk)
    busy = [one for one in tables_of(parties_of(club, day)) if one.is_open]
    if not tables:
        raise ValidationError(_("Nobody sits at a table yet."))
    _refuse_second_seats(tables, {key: one.name for one in busy for key in one.sitting})
    numbers: Iterable[str] = free_numbers(busy)
    if planned is not None:
        _refuse_second_start(planned, {one.partie.table: one.name for one in busy})
        numbers = planned.numbers
    how: dict[str, Any] = {
        "ruleset": ruleset,
        "options": options,
        "start_chips": start_chips,
        "uses_chips": uses_chips,
    }
    parties = [
        partie_start(season=season, players=players, day=day, table=number, **how)
        for players, number in zip(tables, numbers, strict=False)
    ]
    for partie in parties:
        link_make(partie=partie)
    if planned is not None:
        sitting = StartedSitting.objects.create(
            plan=planned.plan, number=planned.sitting, waiting=list(planned.waiting)
        )
        sitting.parties.set(parties)
        if planned.waiting:
            waiting = club.players.filter(pk__in=planned.waiting)
            _note_whole(club, day, waiting)
    return parties


def _refuse_second_start(planned: PlannedStart, busy: Mapping[str, str]) -> None:
    """Raise ValidationError if the sitting was started, or cannot be at its tables."""
    if planned.plan.sittings.filter(number=planned.sitting).exists():
        raise ValidationError(_("This sitting has been started already."))
    for number in planned.numbers:
        if number in busy:
            raise ValidationError(
                _("%(table)s is still being played at. End that partie first."),
                params={"table": busy[number]},
            )


def free_numbers(busy: Iterable[TableNow]) -> Iterator[str]:
    """Yield the numbers that new tables get, past those that are played at."""
    taken = {one.partie.table for one in busy if one.is_open}
    return (str(number) for number in count(1) if str(number) not in taken)


def _refuse_second_seats(
    tables: Sequence[Sequence[Player]], busy: Mapping[str, str]
) -> None:
    """Raise ValidationError if somebody would sit at two tables."""
    seen: set[int] = set()
    for player in (player for table in tables for player in table):
        if str(player.pk) in busy:
            raise ValidationError(
                _("%(name)s is playing already: %(table)s."),
                params={"name": player.name, "table": busy[str(player.pk)]},
            )
        if player.pk in seen:
            raise ValidationError(
                _("%(name)s cannot sit at two tables."), params={"name": player.name}
            )
        seen.add(player.pk)
