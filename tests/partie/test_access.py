"""Who may do what at a table, asked of the predicates themselves."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubscore.club.access import (
    corrects_earlier_games,
    may_read,
    may_start_parties,
    speak_for,
)
from clubscore.club.models import Account, Club, Correctors, Member, Player, Role, Token
from clubscore.partie.access import (
    author_of,
    final_from,
    get_partie_for,
    is_final,
    link_of,
    may_correct_earlier,
    may_correct_last,
    may_read_partie,
    may_record,
    may_take_back,
    open_link,
)
from clubscore.partie.models import Entry, Partie, PartieResult, Revision
from clubscore.partie.services import (
    Author,
    Write,
    booking_record,
    link_make,
    partie_end,
)

Asks = Callable[..., HttpRequest]


@pytest.fixture
def asks(club: Club) -> Asks:
    """Return the function that makes the request of somebody with a role."""

    def asked(role: str = "", player: Player | None = None) -> HttpRequest:
        request = RequestFactory().get("/")
        request.session = {}  # type: ignore[assignment]
        request.user = AnonymousUser()
        if not role:
            return request
        request.user = account = Account.objects.create_user(f"the-{role}")
        if role in Role.values:
            Member.objects.create(club=club, account=account, role=role, player=player)
        return request

    return asked


def with_token(club: Club, role: Role) -> HttpRequest:
    """Return the request of another program; a superuser is logged in beside it."""
    request = RequestFactory().get("/")
    request.session = {}  # type: ignore[assignment]
    request.user = Account.objects.create_superuser("root")
    speak_for(request, Token.objects.create(club=club, name="sheet", role=role))
    return request


def finished(partie: Partie, hours_ago: float) -> None:
    """Let the partie have finished so many hours ago."""
    partie.is_finished = True
    partie.finished_at = timezone.now() - dt.timedelta(hours=hours_ago)
    partie.save()


def substituted(partie: Partie, out: Player, into: Player) -> None:
    """Let one player have taken another's place at the table."""
    place = partie.entries.count() + 1
    entry = Entry.objects.create(partie=partie, place=place, kind="substitute")
    said = {"out": str(out.pk), "in": str(into.pk)}
    Revision.objects.create(entry=entry, number=1, said=said, edition=partie.edition)
    nothing = dict.fromkeys(["score", "chips", "place", "games", "wins", "given"], 0)
    PartieResult.objects.get_or_create(partie=partie, player=into, defaults=nothing)


@pytest.mark.parametrize(
    ("role", "records", "corrects"),
    [
        ("", False, False),
        ("outsider", False, False),
        ("member", False, False),
        ("scorekeeper", True, True),
        ("administrator", True, True),
    ],
)
def test_a_role_says_what_is_allowed(
    asks: Asks, partie: Partie, role: str, records: bool, corrects: bool
) -> None:
    request = asks(role)
    assert may_record(request, partie) is records
    assert may_correct_last(request, partie) is records
    assert may_start_parties(request, partie.club) is records
    assert may_correct_earlier(request, partie) is corrects


def test_a_club_can_keep_earlier_games_to_its_administrators(
    asks: Asks, partie: Partie
) -> None:
    partie.club.correctors = Correctors.ADMINISTRATORS
    scorekeeper = asks("scorekeeper")
    assert may_record(scorekeeper, partie)
    assert not may_correct_earlier(scorekeeper, partie)
    assert not corrects_earlier_games(scorekeeper, partie.club)
    assert may_correct_earlier(asks("administrator"), partie)


def test_a_member_records_where_they_sit_and_corrects_nothing_earlier(
    asks: Asks, partie: Partie, players: list[Player]
) -> None:
    request = asks("member", players[1])
    assert may_record(request, partie)
    assert not may_correct_earlier(request, partie)
    assert not may_start_parties(request, partie.club)


def test_who_was_substituted_no_longer_records(
    asks: Asks, partie: Partie, players: list[Player], club: Club
) -> None:
    eva = Player.objects.create(club=club, name="Eva", key="eva", slug="eva")
    substituted(partie, players[1], eva)
    member = asks("member", players[1])
    assert not may_record(member, partie)
    Member.objects.filter(player=players[1]).update(player=eva)
    member.__dict__.pop("_memberships")
    assert may_record(member, partie)
    substituted(partie, eva, players[1])
    assert not may_record(member, partie)


def test_who_sits_is_not_asked_again_where_a_page_knows(
    asks: Asks,
    partie: Partie,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    member = asks("member", players[1])
    with django_assert_num_queries(1):  # the membership
        assert may_record(member, partie, sitting=[str(players[1].pk)])
        assert not may_record(member, partie, sitting=[str(players[0].pk)])


def test_a_final_partie_is_the_administrators(
    asks: Asks, partie: Partie, players: list[Player]
) -> None:
    askers = [asks("scorekeeper"), asks("member", players[0])]
    finished(partie, 47.9)
    assert not is_final(partie)
    assert all(may_record(one, partie) for one in askers)
    finished(partie, 48)
    assert is_final(partie)
    assert not any(may_record(one, partie) for one in askers)
    assert not any(may_correct_earlier(one, partie) for one in askers)
    administrator = asks("administrator")
    assert may_record(administrator, partie)
    assert may_correct_earlier(administrator, partie)


def test_the_club_says_when_a_partie_is_final(partie: Partie) -> None:
    finished(partie, 5)
    partie.club.final_after = 5
    assert is_final(partie)
    partie.club.final_after = 6
    assert not is_final(partie)
    assert partie.finished_at is not None
    assert final_from(partie) == partie.finished_at + dt.timedelta(hours=6)


def test_a_partie_that_is_played_is_never_final(partie: Partie) -> None:
    assert final_from(partie) is None
    partie.finished_at = timezone.now() - dt.timedelta(days=9)
    assert not is_final(partie)


def test_a_void_partie_is_the_administrators(
    asks: Asks, partie: Partie, players: list[Player]
) -> None:
    askers = [asks("scorekeeper"), asks("member", players[0]), asks()]
    open_link(askers[2], link_make(partie=partie))
    partie.is_void = True
    partie.save()
    for one in askers:
        assert not may_record(one, partie)
        assert not may_take_back(one, partie)
        assert not may_correct_earlier(one, partie)
    assert may_take_back(asks("administrator"), partie)


def test_who_makes_no_bookings_undoes_none(
    asks: Asks, partie: Partie, players: list[Player]
) -> None:
    write = Write(Author(name="Willem"), 0, "a booking")
    anna, ben, *_ = players
    member, scorekeeper = asks("member", anna), asks("scorekeeper")
    assert may_take_back(member, partie)
    booking_record(
        partie=partie, write=write, payer=anna, payee=ben, amount=10, why="a fine"
    )
    assert may_record(member, partie)
    assert not may_take_back(member, partie)
    assert may_take_back(scorekeeper, partie)
    partie.club.correctors = Correctors.ADMINISTRATORS
    assert not may_take_back(scorekeeper, partie)


# Links ------------------------------------------------------------------------------


def test_a_link_opens_its_own_table_alone(asks: Asks, partie: Partie) -> None:
    Club.objects.update(is_public=False)
    partie.club.refresh_from_db()
    request = asks()
    assert not may_read_partie(request, partie)
    open_link(request, link_make(partie=partie))
    assert may_read_partie(request, partie)
    assert may_record(request, partie)
    assert not may_read(request, partie.club)
    assert not may_correct_earlier(request, partie)


def test_a_revoked_link_opens_nothing(asks: Asks, partie: Partie) -> None:
    request = asks()
    open_link(request, link_make(partie=partie))
    partie.links.update(revoked_at=timezone.now())
    assert not may_record(request, partie)


def test_a_link_opened_after_the_end_only_reads(asks: Asks, partie: Partie) -> None:
    Club.objects.update(is_public=False)
    partie.club.refresh_from_db()
    late = asks()
    finished(partie, 1)
    open_link(late, link_make(partie=partie))
    assert may_read_partie(late, partie)
    assert not may_correct_last(late, partie)
    assert link_of(late, partie) is None


def test_after_the_end_only_the_link_that_wrote_it_takes_it_back(
    asks: Asks, partie: Partie
) -> None:
    wrote, looked_on = asks(), asks()
    link = link_make(partie=partie)
    open_link(wrote, link)
    open_link(looked_on, link_make(partie=partie))
    partie_end(partie=partie, write=Write(Author(link=link), 0, "the end"), why="time")
    partie.refresh_from_db()
    assert may_correct_last(wrote, partie)
    assert not may_correct_last(looked_on, partie)
    partie.links.update(revoked_at=timezone.now())
    assert not may_correct_last(wrote, partie)


# Other programs ---------------------------------------------------------------------


@pytest.mark.parametrize("role", Role)
def test_a_token_does_what_its_role_may_whoever_is_logged_in(
    club: Club, partie: Partie, role: Role
) -> None:
    request = with_token(club, role)
    writes = role != Role.MEMBER
    assert may_record(request, partie) is writes
    assert may_correct_earlier(request, partie) is writes
    assert may_start_parties(request, club) is writes
    author = author_of(request, partie)
    assert (author.account, author.written_name) == (None, "sheet")


def test_a_token_opens_its_own_club_alone(club: Club, partie: Partie) -> None:
    other = Club.objects.create(name="Other", slug="other")
    Club.objects.update(is_public=False)
    own, foreign = Token(club=club), Token(club=other)
    request = with_token(club, Role.ADMINISTRATOR)
    assert get_partie_for(request, "groene-hart", partie.number) == partie
    speak_for(request, own)
    assert may_read_partie(request, partie)
    speak_for(request, foreign)
    with pytest.raises(Http404):
        get_partie_for(request, "groene-hart", partie.number)


def test_nobody_is_offered_to_undo_a_booking_who_may_not(
    client: Client, club: Club, partie: Partie, players: list[Player]
) -> None:
    anna, ben, *_ = players
    account = Account.objects.create_user("anna")
    Member.objects.create(club=club, account=account, player=anna)
    client.force_login(account)
    write = Write(Author(name="Willem"), 0, "a booking")
    booking_record(
        partie=partie, write=write, payer=anna, payee=ben, amount=10, why="a fine"
    )
    undo = f"{partie.get_absolute_url()}undo/"
    assert undo not in client.get(partie.get_absolute_url()).text
    assert client.post(undo, {"version": "1", "key": "undo"}).status_code == 403
    Member.objects.update(role=Role.SCOREKEEPER)
    assert undo in client.get(partie.get_absolute_url()).text
    client.post(undo, {"version": "1", "key": "undo"})
    assert Revision.objects.filter(is_withdrawn=True).exists()
