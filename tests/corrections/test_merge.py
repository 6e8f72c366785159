"""One person who stands in a club under two names: the pages, and the way back."""

import datetime as dt
import re

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from clubscore.club.initials import name_withhold
from clubscore.club.models import Account, Club, Member, Player, Role, Season
from clubscore.club.services import member_change, player_add
from clubscore.evening.overview import people_of, planned_of
from clubscore.evening.services import sign_on
from clubscore.partie.audit import differences
from clubscore.partie.merge import player_merge, player_part
from clubscore.partie.models import PlannedEvening
from clubscore.season.ratings import latest
from clubscore.season.standings import leaderboard_of
from clubscore.season.statistics import ClubPlayers
from tests.archive.transfer.test_transfer import statistics_in
from tests.season.played import GAME, play
from tests.table.test_partie_page import words


@pytest.fixture
def eva(club: Club) -> Player:
    """Return a player who is Anna, written down under another name."""
    return player_add(club=club, name="Eva")


@pytest.fixture
def host(client: Client, administrator: Account) -> Client:
    """Return the browser of who runs the club."""
    client.force_login(administrator)
    return client


def page_of(player: Player, what: str = "merge") -> str:
    """Return the address on which a player is merged, or parted."""
    return f"/groene-hart/settings/players/{player.pk}/{what}/"


def test_what_was_played_under_both_names_counts_for_one(
    host: Client, season: Season, players: list[Player], eva: Player
) -> None:
    play(season, players, [GAME], day=dt.date(2026, 11, 10))
    play(season, [eva, *players[1:]], [GAME], day=dt.date(2026, 11, 17))
    assert page_of(eva) in host.get(f"/groene-hart/settings/players/{eva.pk}/").text
    assert "the two can be parted again" in words(host.get(page_of(eva)).text)
    answer = host.post(page_of(eva), {"into": players[0].pk}, follow=True)
    assert "What Eva has played counts for Anna now." in words(answer.text)
    points = {row.name: row.line.points for row in leaderboard_of(season).rows}
    assert points == {"Anna": 48, "Ben": 768, "Cleo": -488, "Dirk": -328}
    assert list(differences()) == []
    assert host.get(page_of(eva)).status_code == 404


def test_both_pages_belong_to_the_players_of_the_settings(
    host: Client, players: list[Player], eva: Player
) -> None:
    merging = host.get(page_of(eva)).text
    player_merge(player=eva, into=players[0])
    for page in (merging, host.get(page_of(eva, "part")).text):
        marked = set(re.findall(r'href="([^"]+)" aria-current="true"', page))
        assert marked == {"/groene-hart/settings/", "/groene-hart/settings/players/"}


def test_two_who_have_met_are_two(
    host: Client, season: Season, players: list[Player], eva: Player
) -> None:
    play(season, [eva, *players[1:]], [GAME], day=dt.date(2026, 11, 10))
    answer = host.post(page_of(eva), {"into": players[1].pk})
    assert answer.status_code == 422
    assert "They have sat at one table" in words(answer.text)
    eva.refresh_from_db()
    assert eva.merged_into is None


def test_nobody_is_chosen_or_somebody_of_another_club(
    host: Client, players: list[Player], eva: Player
) -> None:
    assert "Choose who it is." in words(host.post(page_of(eva), {"into": ""}).text)
    other = Club.objects.create(name="Other", slug="other")
    stranger = player_add(club=other, name="Stranger")
    answer = host.post(page_of(eva), {"into": stranger.pk})
    assert answer.status_code == 422
    assert "Stranger" not in host.get(page_of(eva)).text
    assert f'value="{eva.pk}"' not in host.get(page_of(eva)).text


def test_who_signed_on_under_either_name_comes_once(
    host: Client, club: Club, players: list[Player], eva: Player
) -> None:
    anna = players[0]
    first, second, third = (
        PlannedEvening.objects.create(club=club, date=dt.date(2026, 12, day))
        for day in (1, 8, 15)
    )
    sign_on(planned=first, player=eva, comes=True)
    sign_on(planned=second, player=eva, comes=True)
    sign_on(planned=second, player=anna, comes=False)
    sign_on(planned=third, player=anna, comes=True)
    sign_on(planned=third, player=eva, comes=True)
    apart = {name: answers(club, name) for name in ("Anna", "Eva")}
    assert apart["Anna"] == [(1, None), (1, False), (2, True)]
    host.post(page_of(eva), {"into": anna.pk})
    assert answers(club, "Anna") == [(1, True), (0, False), (1, True)]
    host.post(page_of(eva, "part"))
    assert {name: answers(club, name) for name in ("Anna", "Eva")} == apart
    # What was said while they were one is who said it: the one who stayed.
    host.post(page_of(eva), {"into": anna.pk})
    sign_on(planned=first, player=anna, comes=False)
    assert answers(club, "Anna")[0] == (0, False)
    host.post(page_of(eva, "part"))
    assert answers(club, "Anna")[0] == (1, False)
    assert answers(club, "Eva")[0] == (1, True)


def answers(club: Club, name: str) -> list[tuple[int, bool | None]]:
    """Return how many come to each planned evening, and what somebody answered."""
    player = club.players.get(name=name)
    found = [
        (vars(one)["coming"], vars(one)["own"]) for one in planned_of(club, player)
    ]
    expected = [
        {one.player.name: one.comes for one in people_of(club, day, []).everybody}
        for day in club.planned_evenings.values_list("date", flat=True)
    ]
    assert [own for _many, own in found] == [told[name] for told in expected]
    assert [many for many, _own in found] == [
        list(told.values()).count(True) for told in expected
    ]
    return found


# The way back -------------------------------------------------------------------------


def everything(club: Club, season: Season) -> dict[str, object]:
    """Return what follows from who is whom, and who is linked to which account."""
    members = club.members.order_by("account")
    return {
        "points": {row.name: row.line for row in leaderboard_of(season).rows},
        "ratings": {
            row.player.name: row.listed for row in latest(ClubPlayers(club)).values()
        },
        "statistics": statistics_in(club),
        "accounts": list(members.values_list("account__username", "player__name")),
        "links": list(members.values_list("linked_to__name", flat=True)),
        "names": list(
            club.players.order_by("pk").values_list(
                "name", "slug", "merged_into__name", "merged_through__name"
            )
        ),
    }


def test_whoever_is_parted_has_all_that_was_theirs(
    host: Client, season: Season, players: list[Player], eva: Player, outsider: Account
) -> None:
    club = season.club
    Member.objects.create(club=club, account=outsider, player=eva)
    play(season, players, [GAME], day=dt.date(2026, 11, 10))
    play(season, [eva, *players[1:]], [GAME], day=dt.date(2026, 11, 17))
    before = everything(club, season)
    host.post(page_of(eva), {"into": players[0].pk})
    assert everything(club, season) != before
    assert "also Eva" in words(host.get("/groene-hart/settings/players/").text)
    other = host.get(f"/groene-hart/settings/players/{players[0].pk}/").text
    assert page_of(eva, "part") in other
    asked = host.get(page_of(eva, "part"))
    assert "Eva is not Anna" in words(asked.text)
    assert everything(club, season) != before
    answer = host.post(page_of(eva, "part"), follow=True)
    assert "What Eva has played counts for Eva again." in words(answer.text)
    assert everything(club, season) == before
    assert list(differences()) == []
    deed = club.journal.latest("pk")
    assert (deed.deed, deed.about) == ("settings.parted", "Eva")
    assert host.get(page_of(eva, "part")).status_code == 404
    assert host.post(page_of(eva, "part")).status_code == 404
    with pytest.raises(ValidationError, match="Eva stands alone already"):
        player_part(player=eva)
    # And once more, as if nothing had been.
    host.post(page_of(eva), {"into": players[0].pk})
    assert Member.objects.get(account=outsider).player == players[0]


@pytest.mark.parametrize("is_last_first", [True, False])
def test_of_three_names_each_is_parted_from_the_others(
    host: Client,
    season: Season,
    players: list[Player],
    eva: Player,
    outsider: Account,
    is_last_first: bool,
) -> None:
    club, anna = season.club, players[0]
    evi = player_add(club=club, name="Evi")
    Member.objects.create(club=club, account=outsider, player=evi)
    for day, who in ((3, anna), (10, eva), (17, evi)):
        play(season, [who, *players[1:]], [GAME], day=dt.date(2026, 11, day))
    apart = everything(club, season)
    player_merge(player=evi, into=eva)
    two = everything(club, season)
    player_merge(player=eva, into=anna)
    if is_last_first:
        assert "go along: Evi" in words(host.get(page_of(eva, "part")).text)
        host.post(page_of(eva, "part"))
        assert everything(club, season) == two
        host.post(page_of(evi, "part"))
    else:
        host.post(page_of(evi, "part"))
        eva.refresh_from_db()
        assert eva.merged_into == anna
        assert Member.objects.get(account=outsider).player == evi
        host.post(page_of(eva, "part"))
    assert everything(club, season) == apart
    assert list(differences()) == []


def test_an_account_that_is_somebody_else_since_stays(
    host: Client, club: Club, players: list[Player], eva: Player, outsider: Account
) -> None:
    member = Member.objects.create(club=club, account=outsider, player=eva)
    host.post(page_of(eva), {"into": players[0].pk})
    member.refresh_from_db()
    member_change(member=member, role=Role.SCOREKEEPER, player=players[0])
    member_change(member=member, role=Role.SCOREKEEPER, player=None)
    member_change(member=member, role=Role.SCOREKEEPER, player=players[0])
    host.post(page_of(eva, "part"))
    member.refresh_from_db()
    assert member.player == players[0]


def test_who_was_shown_by_initials_stays_so(
    host: Client, club: Club, players: list[Player], eva: Player
) -> None:
    name_withhold(player=eva)
    host.post(page_of(eva), {"into": players[0].pk})
    assert "Both stay shown by initials" in words(host.get(page_of(eva, "part")).text)
    host.post(page_of(eva, "part"))
    names = club.players.order_by("pk").values_list("name", flat=True)
    assert list(names) == ["A.", "Ben", "Cleo", "Dirk", "E."]


def test_a_merged_name_is_not_given_to_a_new_player(
    club: Club, players: list[Player], eva: Player
) -> None:
    player_merge(player=eva, into=players[0])
    with pytest.raises(ValidationError, match="has a player of this name"):
        player_add(club=club, name="Eva")
    assert player_part(player=eva).name == "Eva"
