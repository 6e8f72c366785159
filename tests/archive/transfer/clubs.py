"""Clubs with everything in them that a file has to hold."""

from __future__ import annotations

import datetime as dt
import json
from copy import deepcopy
from random import Random
from typing import Any

from django.utils import timezone

from clubscore.archive.transfer.export import club_file
from clubscore.club.initials import author_withhold, name_withhold
from clubscore.club.models import Account, Club, Member, Player, Role, Season
from clubscore.club.services import player_add, token_make
from clubscore.evening.services import sign_on
from clubscore.partie.agreements import game_agree
from clubscore.partie.correction_services import game_correct, substitute_record
from clubscore.partie.maintenance import club_drop
from clubscore.partie.merge import player_merge
from clubscore.partie.models import Partie, PlannedEvening, Presence
from clubscore.partie.notes import note_record
from clubscore.partie.services import (
    Author,
    Write,
    booking_record,
    game_record,
    link_make,
    partie_void,
)
from tests.rules.mutating import odd_value, places_in
from tests.season.evening import play_evening
from tests.season.played import DRAW, GAME, import_old, play, write

File = dict[str, Any]


def exported(club: Club) -> File:
    """Return what the file of a club says."""
    told: File = json.loads("".join(club_file(club, has_withheld=True)))
    return told


def content_of(told: File) -> bytes:
    """Return a file."""
    return json.dumps(told).encode()


def forget(club: Club) -> None:
    """Let a club go, as an empty installation does not have it."""
    club_drop(club)
    Account.objects.all().delete()


def fill(club: Club, season: Season, players: list[Player]) -> Partie:
    """Let everything happen in a club that can; return its first partie."""
    club.point_worth, club.asks_agreement, club.final_after = "0.0500", True, 12
    club.hides_skill_rating, club.fewest_parties, club.shows_forecast = True, 7, True
    club.save()
    season.method = {"giving": {"kind": "table_points"}}
    season.save()
    anna, ben, cleo, _dirk = players
    eva = player_add(club=club, name="Eva")
    annie = player_add(club=club, name="Annie", is_guest=True)
    host = Account.objects.create_user("willem", password="tiles and winds")
    gone = Account.objects.create_user("gone", password="tiles and winds")
    closed = Account.objects.create(
        username="closed-1", is_active=False, closed_at=timezone.now()
    )
    Member.objects.create(club=club, account=host, role=Role.ADMINISTRATOR, player=ben)
    token, _secret = token_make(club=club, name="Scoreboard", role=Role.SCOREKEEPER)
    partie = play_evening(season, players)
    link = link_make(partie=partie)
    for place, author in enumerate(
        (
            Author(link=link, name="Cleo"),
            Author(gone),
            Author(token=token),
            Author(closed, name="Connie"),
        )
    ):
        version = Partie.objects.get(pk=partie.pk).version
        booking_record(
            partie=partie,
            write=Write(author, version, f"booking {place}"),
            payer=anna,
            payee=ben,
            amount=10 + place,
            why="a fine",
        )
    version = Partie.objects.get(pk=partie.pk).version
    game_correct(
        partie=partie,
        write=Write(Author(host), version, "better"),
        number=2,
        record=GAME,
        why="misread",
    )
    note_record(partie=partie, write=write(partie), text="A tile is cracked")
    substitute_record(partie=partie, write=write(partie), leaving=cleo, coming=eva)
    made = game_record(partie=partie, write=write(partie), record=DRAW)
    game_agree(partie=partie, revision=made, player=eva, account=host, link=link)
    play(season, [annie, ben, cleo, eva], [GAME], day=dt.date(2026, 11, 18), table="B")
    void = play(season, players, [GAME, GAME])
    partie_void(partie=void, write=write(void), why="tiles missing")
    play(season, players[::-1], [GAME], ends=False)
    import_old(club, host, "2026-02-05;1;Anna;10;Ben;-10;Cleo;0;Dirk;0")
    planned = PlannedEvening.objects.create(
        club=club,
        date=dt.date(2026, 12, 1),
        starts_at=dt.time(19, 30),
        place="Clubhuis",
    )
    sign_on(planned=planned, player=annie, comes=True)
    sign_on(planned=planned, player=eva, comes=False)
    ann = player_add(club=club, name="Ann")
    known = Account.objects.create_user("annie", password="tiles and winds")
    Member.objects.create(club=club, account=known, player=ann)
    player_merge(player=ann, into=annie)
    player_merge(player=annie, into=anna)
    name_withhold(player=cleo)
    author_withhold(club=club, account=closed, initials="C.")
    Presence.objects.create(
        evening=partie.evening, player=eva, part=Presence.Stay.FIRST
    )
    return partie


# Files as they should not be ----------------------------------------------------------


def spoilt(rng: Random, told: File) -> File:
    """Return a file in which one to three things are otherwise."""
    other = deepcopy(told)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        places = places_in(other)
        container, key = rng.choice(places)
        match rng.choice(["replace", "remove", "double", "number", "other"]):
            case "replace":
                container[key] = odd_value(rng)
            case "remove":
                del container[key]
            case "double" if isinstance(container, list):
                container.insert(rng.randrange(len(container)), container[key])
            case "number":
                numbers = [one for one in places if type(one[0][one[1]]) is int]
                container, key = rng.choice(numbers)
                container[key] = rng.choice([*range(-1, 8), 10**6, 2**31 - 1, 2**31])
            case _:
                kind = type(container[key])
                same = [one for one in places if type(one[0][one[1]]) is kind]
                container, key = rng.choice(same)
                from_other, its_key = rng.choice(same)
                container[key] = deepcopy(from_other[its_key])
    return other
