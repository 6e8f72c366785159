"""A club with everybody who could come to it, for the tests that try every door."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

from django.core import signing
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from clubscore.club.factors import CONFIRMED
from clubscore.club.mail import stop_token
from clubscore.club.mail_pages import ADDRESS_SALT
from clubscore.club.models import (
    Account,
    Club,
    Mail,
    Member,
    Passkey,
    Player,
    Role,
    Season,
    Token,
)
from clubscore.club.new_passwords import link_path
from clubscore.club.own_books import book_make, book_publish
from clubscore.club.services import invitation_accept, invitation_make, season_make
from clubscore.partie.club_plans import PlanWish, make_soon, plan_make, version_use
from clubscore.partie.game_record import WinRecord
from clubscore.partie.merge import player_merge
from clubscore.partie.models import (
    ClubPlan,
    Partie,
    PlannedEvening,
    Presence,
    SignOnLink,
    TableLink,
)
from clubscore.partie.services import (
    Author,
    Write,
    booking_record,
    game_record,
    link_make,
    partie_end,
    partie_start,
    partie_void,
    scores_record,
)
from tests.club.device import Device
from tests.conftest import CAST, players_in, prove
from tests.partie.rule_books import seats_shown
from tests.season.played import DRAW, GAME, import_old

ROLES = (
    *("anonymous", "outsider", "member", "player", "scorekeeper"),
    *("administrator", "superuser", "stranger", "link", "other_link"),
    *("member_program", "program", "administrator_program", "other_program"),
)
"""
Who asks: nobody known; an account of no club, a member, a member who plays at the
table, a scorekeeper, an administrator, who runs the installation, an administrator of
another club; without an account whoever holds the table's link, or another table's;
another program with a member's token, a scorekeeper's, an administrator's, or with an
administrator's of another club.
"""
PROGRAMS = ROLES[-4:]
FREE = ("Eva", "Fred", "Gerda", "Hans")
"""Who is there tonight and sits nowhere yet."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


@dataclass
class Scene:
    """The club, what its addresses hold, and the browsers of all who ask."""

    club: Club
    values: dict[str, Any]
    """What stands in addresses and bodies, by name."""
    states: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What stands there instead, for a partie that is in another state."""
    browser: Client = field(default_factory=Client)
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    """Of each role's session, by their names."""
    late_cookies: dict[str, str] = field(default_factory=dict)
    """Of whoever opened a table's link when the partie was over."""
    secrets: dict[str, str] = field(default_factory=dict)
    """The tokens of other programs."""

    def ask(
        self,
        role: str,
        method: str,
        path: str,
        body: Mapping[str, str] | str = "",
        *,
        version: int | None = None,
        is_late: bool = False,
    ) -> HttpResponse:
        """
        Ask for an address as one of ROLES would, with a form or with JSON.

        *version* is what a program has seen of the partie; *is_late* lets the holder
        of the link have opened it when the partie was over.
        """
        cookies = self.late_cookies if is_late else self.cookies[role]
        self.browser.cookies = SimpleCookie(cookies)
        asked = getattr(self.browser, method.lower())
        more: dict[str, Any] = {}
        if role in self.secrets:
            more["headers"] = {"Authorization": f"Bearer {self.secrets[role]}"}
        if isinstance(body, str) and body:
            seen = self.values["version"] if version is None else version
            more["content_type"] = "application/json"
            more["headers"] = more.get("headers", {}) | {
                "Idempotency-Key": "a-new-key",
                "If-Match": f'"{seen}"',
            }
        response: HttpResponse = asked(path, body or None, **more)
        return response


def _write(partie: Partie, link: TableLink | None = None) -> Write:
    """Return a write that has seen the partie as it is."""
    partie.refresh_from_db()
    author = Author(link=link) if link else Author(name="Anna")
    return Write(author, partie.version, f"write {partie.version}")


def _played(season: Season, players: list[Player]) -> tuple[Partie, TableLink]:
    """
    Return a partie of tonight with a booking and four games, and its link.

    Of the last two games the scores alone are known, as from paper.
    """
    day = timezone.localdate()
    partie = partie_start(
        season=season,
        players=players,
        day=day,
        options={"rounding": "none"},
        uses_chips=True,
    )
    booking_record(
        partie=partie,
        write=_write(partie),
        payer=players[0],
        payee=players[1],
        amount=10,
        why="a fine",
    )
    for record in (GAME, DRAW):
        game_record(partie=partie, write=_write(partie), record=record)
    keys = [str(player.pk) for player in players]
    for winner, giver in ((1, 0), (2, 1)):
        scores = dict.fromkeys(keys, 0)
        scores |= {keys[winner]: 96, keys[giver]: -96}
        outcome: WinRecord = {
            "kind": "win",
            "winner": keys[winner],
            "source": "discard",
            "from": keys[giver],
            "winning_tile": None,
        }
        scores_record(
            partie=partie, write=_write(partie), scores=scores, outcome=outcome
        )
    return partie, link_make(partie=partie)


def _values(partie: Partie) -> dict[str, Any]:
    """Return what stands in the addresses of a partie, and is sent there."""
    partie.refresh_from_db()
    return {
        "number": partie.number,
        "partie_pk": partie.pk,
        "revision_pk": partie.games.get(number=1).revision_id,
        "version": partie.version,
        "shown": json.dumps(seats_shown(partie)),
    }


def _merged_into(player: Player) -> int:
    """Return the id of somebody who turned out to be *player*."""
    (merged,) = players_in(player.club, "Wil")
    player_merge(player=merged, into=player)
    return merged.pk


def _own_book(club: Club) -> int:
    """Return the key of a rule book of the club's own that is published."""
    book = book_make(club=club, content={"base": "nts", "name": "Groene Draak"})
    book_publish(book=book, version=0, author="willem")
    return book.pk


def _confirm(browser: Client) -> None:
    """Let a password have just been given, however long the walk takes."""
    session = browser.session
    session[CONFIRMED] += 86_400
    session.save()


def _planned(
    season: Season,
    players: list[Player],
    host: Account,
    occasion: ClubPlan.Occasion = ClubPlan.Occasion.SEASON,
    minutes: int | None = None,
) -> ClubPlan:
    """Return a plan that is played by, of one sitting that is still to come."""
    version = plan_make(
        season=season,
        occasion=occasion,
        day=None,
        wish=PlanWish(tuple(one.pk for one in players), sittings=1),
        account=host,
        minutes=minutes,
    )
    make_soon(version)
    version_use(version=version)
    return version.plan


def _of_mails(member: Member, day: dt.date) -> dict[str, str]:
    """Return what stands in the addresses of links in mails."""
    reminder = Mail.objects.create(member=member, kind="reminder", day=day)
    asked = {"account": member.account_id, "address": "new@club.example", "was": ""}
    return {
        "mail_address": signing.dumps(asked, salt=ADDRESS_SALT),
        "mail_stop": stop_token(reminder),
        "mail_evening": reminder.token,
    }


def scene(cast: Sequence[str] = CAST) -> Scene:
    """
    Return the club with all who could come; the caller keeps the transaction.

    The four of the *cast* play; the second has an account.
    """
    club = Club.objects.create(name="Het Groene Hart", slug="groene-hart")
    other = Club.objects.create(name="De Rode Draak", slug="rode-draak")
    season = season_make(
        club=club, name="2026", starts_on=dt.date(2020, 1, 1), ruleset="nts"
    )
    players = players_in(club, *cast)
    free = players_in(club, *FREE)
    today = timezone.localdate()
    partie, link = _played(season, players)
    elsewhere = partie_start(season=season, players=players[::-1], day=today)
    others = {
        state: _played(season, players)
        for state in ("finished", "ended_by_link", "final", "void")
    }
    for player in free:
        Presence.objects.create(evening=partie.evening, player=player)

    def account(name: str, club: Club | None = None, **more: Any) -> Account:
        made = Account.objects.create_user(name, password="tiles")
        if club is not None:
            Member.objects.create(club=club, account=made, **more)
        return made

    accounts = {
        "outsider": account("otto"),
        "member": account("mia"),
        "player": account("ben", club, player=players[1]),
        "scorekeeper": account("saskia", club, role=Role.SCOREKEEPER),
        "administrator": account("willem", club, role=Role.ADMINISTRATOR),
        "superuser": Account.objects.create_superuser("root", password="tiles"),
        "stranger": account("zoë", other, role=Role.ADMINISTRATOR),
    }
    links = {
        "link": [link, *(one for _, one in others.values())],
        "other_link": [link_make(partie=elsewhere)],
    }
    key = Passkey.objects.create(
        account=accounts["superuser"],
        name="Key",
        credential_id="key",
        credential=Device().credential,
    )
    host = accounts["administrator"]
    # A new password is only made for whoever was invited.
    accepted = invitation_make(club=club, made_by=host, role=Role.MEMBER, days=7)
    member = invitation_accept(invitation=accepted, account=accounts["member"])
    invitation = invitation_make(club=club, made_by=host, role=Role.MEMBER, days=7)
    imported = import_old(
        club,
        host,
        f"2020-01-02;;{cast[0]};10;{cast[1]};-10;{cast[2]};0;{cast[3]};0",
    )
    made = Scene(
        club,
        _values(partie)
        | {
            "club": club.slug,
            "game": 1,
            "typed": 3,
            "last": 4,
            "next": 5,
            "place": 1,
            "season": season.slug,
            "player": players[0].slug,
            "year": today.year,
            "next_year": today.year + 1,
            "planned_pk": PlannedEvening.objects.create(club=club, date=today).pk,
            "kind": "best_win",
            "own_player": players[1].slug,
            "ruleset": "nts",
            "own_evenings": SignOnLink.objects.create(player=players[0]).token,
            "language": "de",
            "task": "recording",
            "link": link.token,
            "invite": invitation.token,
            "season_pk": season.pk,
            "own_book_pk": _own_book(club),
            "player_pk": players[0].pk,
            "merged_pk": _merged_into(free[1]),
            "member_pk": member.pk,
            "passkey_pk": key.pk,
            "invited": invitation.pk,
            "import_key": imported,
            "day": today.isoformat(),
            "plan": _planned(season, players, host).number,
            "tournament": _planned(
                season, players, host, ClubPlan.Occasion.TOURNAMENT, minutes=90
            ).number,
            **{f"player_{place}": one.pk for place, one in enumerate(players)},
            **{f"free_{place}": one.pk for place, one in enumerate(free)},
        },
    )
    for role in ROLES:
        browser = Client()
        if role in accounts:
            browser.force_login(accounts[role])
            _confirm(browser)
        if role == "superuser":
            prove(browser)
        for one in links.get(role, ()):
            browser.get(one.get_absolute_url())
        made.cookies[role] = {
            name: morsel.value for name, morsel in browser.cookies.items()
        }
    for role, owner, rank in (
        ("member_program", club, Role.MEMBER),
        ("program", club, Role.SCOREKEEPER),
        ("administrator_program", club, Role.ADMINISTRATOR),
        ("other_program", other, Role.ADMINISTRATOR),
    ):
        made.secrets[role] = Token.new_secret()
        digest = Token.digest_of(made.secrets[role])
        token = Token.objects.create(club=owner, name=role, role=rank, digest=digest)
        made.values.setdefault("token_pk", token.pk)
    for state, (ended, by) in others.items():
        write = _write(ended, by if state == "ended_by_link" else None)
        end = partie_void if state == "void" else partie_end
        end(partie=ended, write=write, why="time")
        if state == "final":
            long_ago = timezone.now() - dt.timedelta(hours=club.final_after + 1)
            Partie.objects.filter(pk=ended.pk).update(finished_at=long_ago)
        made.states[state] = _values(ended)
    made.states["late_link"] = made.states["finished"]
    late = Client()
    late.get(others["finished"][1].get_absolute_url())
    made.late_cookies = {name: one.value for name, one in late.cookies.items()}
    # Logging in makes earlier links to a new password worthless.
    member.account.refresh_from_db()
    *_, uidb64, reset, _ = link_path(member.account).split("/")
    made.values |= {"uidb64": uidb64, "reset": reset} | _of_mails(member, today)
    return made
