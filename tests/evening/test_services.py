import datetime as dt

import pytest
from django.core.exceptions import ValidationError

from clubscore.club.models import Club, Player, Season
from clubscore.club.services import club_make, player_add
from clubscore.evening.overview import (
    newest_at_each_table,
    open_ones_first,
    parties_of,
    people_of,
    results_of,
    tables_of,
)
from clubscore.evening.services import evening_tables_start, guests_note, presence_note
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.models import Evening, Partie, Presence
from clubscore.partie.services import link_make, link_renew, links_revoke, partie_void
from tests.conftest import players_in
from tests.season.played import DRAW, GAME, play, write

DAY = dt.date(2026, 11, 17)
WEEK = dt.timedelta(weeks=1)


@pytest.fixture
def nine(club: Club, players: list[Player]) -> list[Player]:
    """Return the cast and five more."""
    names = ("Eva", "Finn", "Gita", "Hugo", "Ines")
    return [*players, *players_in(club, *names)]


def names_at(partie: Partie) -> list[str]:
    """Return who sits at a table, the first East first."""
    return list(partie.seats.values_list("player__name", flat=True))


# Who is there -------------------------------------------------------------------


def noted(club: Club) -> dict[str, str]:
    """Return the presences of the evening."""
    rows = Presence.objects.filter(evening__club=club, evening__date=DAY)
    return dict(rows.values_list("player__name", "part"))


def test_presence_is_noted_changed_and_taken_back(
    club: Club, players: list[Player]
) -> None:
    anna, ben, *_ = players
    presence_note(club=club, day=DAY, parts={anna: "whole", ben: "first"})
    assert noted(club) == {"Anna": "whole", "Ben": "first"}
    presence_note(club=club, day=DAY, parts={anna: "second", ben: ""})
    assert noted(club) == {"Anna": "second"}
    presence_note(club=club, day=DAY, parts={ben: ""})
    assert Evening.objects.get().date == DAY


def test_presence_refuses_a_part_that_is_none(
    club: Club, players: list[Player]
) -> None:
    with pytest.raises(ValidationError):
        presence_note(club=club, day=DAY, parts={players[0]: "third"})
    assert noted(club) == {}


def test_presence_refuses_players_of_other_clubs(club: Club) -> None:
    stranger = player_add(club=club_make(name="Elsewhere"), name="Zoe")
    with pytest.raises(ValidationError):
        presence_note(club=club, day=DAY, parts={stranger: "whole"})


def test_guests_are_there_under_their_names_once(
    club: Club, players: list[Player]
) -> None:
    presence_note(club=club, day=DAY, parts={players[1]: "first"})
    guests_note(club=club, day=DAY, names=["Zoe", "ANNA", "zoé", "Ben"])
    assert noted(club) == {"zoé": "whole", "Anna": "whole", "Ben": "first"}
    assert list(club.players.filter(is_guest=True).values_list("name", flat=True)) == [
        "zoé"
    ]


def test_whoever_has_sat_down_is_there(
    club: Club, season: Season, nine: list[Player]
) -> None:
    play(season, nine[:4], [GAME], ends=False, table="2", day=DAY)
    presence_note(club=club, day=DAY, parts={nine[4]: "whole", nine[5]: "second"})
    people = people_of(club, DAY, tables_of(parties_of(club, DAY)))
    here = {one.player.name: (one.part, one.table) for one in people.here}
    assert here == {
        **dict.fromkeys(("Anna", "Ben", "Cleo", "Dirk"), ("", "Table 2")),
        "Eva": ("whole", ""),
        "Finn": ("second", ""),
    }
    assert [one.player.name for one in people.free] == ["Eva", "Finn"]
    assert [one.player.name for one in people.waiting] == ["Eva"]


def test_the_second_half_begins_when_a_partie_has_ended(
    club: Club, season: Season, nine: list[Player]
) -> None:
    play(season, nine[:4], [GAME], day=DAY)
    parts = {nine[0]: "first", nine[4]: "second", nine[5]: "first"}
    presence_note(club=club, day=DAY, parts=parts)
    people = people_of(club, DAY, tables_of(parties_of(club, DAY)))
    assert [one.player.name for one in people.waiting] == ["Ben", "Cleo", "Dirk", "Eva"]


# Tables that start --------------------------------------------------------------


def test_tables_start_together_numbered_from_one_each_with_a_link(
    season: Season, nine: list[Player]
) -> None:
    parties = evening_tables_start(
        season=season, day=DAY, tables=[nine[:5], nine[5:]], uses_chips=True
    )
    assert [one.table for one in parties] == ["1", "2"]
    assert [one.players for one in parties] == [5, 4]
    assert names_at(parties[1]) == ["Finn", "Gita", "Hugo", "Ines"]
    assert all(one.evening.date == DAY for one in parties)
    assert all(one.options["rounding"] == "tens" for one in parties)
    assert [one.links.valid().count() for one in parties] == [1, 1]


def test_tables_play_by_the_seasons_house_rules(
    season: Season, players: list[Player]
) -> None:
    season.options = {"minimum_doubles": 3}
    season.save()
    [partie] = evening_tables_start(season=season, day=DAY, tables=[players])
    assert partie.options["minimum_doubles"] == 3


def test_tables_play_by_another_book_if_it_is_chosen(
    season: Season, players: list[Player]
) -> None:
    [partie] = evening_tables_start(
        season=season, day=DAY, tables=[players], ruleset="schmale"
    )
    assert partie.ruleset == "schmale"


def test_a_table_that_cannot_start_keeps_all_from_starting(
    season: Season, nine: list[Player]
) -> None:
    with pytest.raises(ValidationError, match="2 players"):
        evening_tables_start(season=season, day=DAY, tables=[nine[:4], nine[4:6]])
    assert not Partie.objects.exists()


def test_nobody_starts_no_table(season: Season) -> None:
    with pytest.raises(ValidationError, match="Nobody sits"):
        evening_tables_start(season=season, day=DAY, tables=[])


def test_who_plays_already_is_not_seated_again(
    season: Season, nine: list[Player]
) -> None:
    evening_tables_start(season=season, day=DAY, tables=[nine[:4]])
    with pytest.raises(ValidationError, match=r"Anna is playing already: Table 1\."):
        evening_tables_start(season=season, day=DAY, tables=[nine[:4]])
    assert Partie.objects.count() == 1


def test_nobody_sits_at_two_tables(season: Season, nine: list[Player]) -> None:
    with pytest.raises(ValidationError, match="Dirk cannot sit at two tables"):
        evening_tables_start(season=season, day=DAY, tables=[nine[:4], nine[3:7]])
    assert not Partie.objects.exists()


def test_numbers_of_tables_are_free_again_when_their_parties_are_over(
    season: Season, nine: list[Player]
) -> None:
    first, second = evening_tables_start(
        season=season, day=DAY, tables=[nine[:4], nine[4:8]]
    )
    partie_void(partie=first, write=write(first), why="wrong players")
    [third] = evening_tables_start(season=season, day=DAY, tables=[nine[:4]])
    assert (second.table, third.table) == ("2", "1")
    shown = newest_at_each_table(tables_of(parties_of(season.club, DAY)))
    assert [one.partie.pk for one in shown] == [third.pk, second.pk]


# What an evening comes to -------------------------------------------------------


def test_scores_of_all_parties_of_the_evening_add_up_without_void_ones(
    season: Season, nine: list[Player]
) -> None:
    play(season, nine[:4], [GAME], day=DAY)  # +24 +384 −244 −164
    play(season, [*nine[:3], nine[4]], [GAME, DRAW], day=DAY, ends=False)
    void = play(season, nine[:4], [GAME], day=DAY)
    partie_void(partie=void, write=write(void), why="typed twice")
    play(season, nine[:4], [GAME], day=DAY - WEEK)
    lines = results_of(tables_of(parties_of(season.club, DAY)))
    assert [(one.place, one.player.name, one.score) for one in lines] == [
        (1, "Ben", 768),
        (2, "Anna", 48),
        (3, "Dirk", -164),
        (3, "Eva", -164),
        (5, "Cleo", -488),
    ]
    assert (lines[0].parties, lines[0].games, lines[0].wins) == (2, 3, 2)


def test_tables_are_sorted_as_people_count(season: Season, nine: list[Player]) -> None:
    for table in ("10", "window", "2"):
        play(season, nine[:4], [], ends=False, table=table, day=DAY)
    play(season, nine[:4], [GAME], table="1", day=DAY)
    tables = tables_of(parties_of(season.club, DAY))
    by_number = [one.partie.table for one in newest_at_each_table(tables)]
    assert by_number == ["1", "2", "10", "window"]
    open_first = [one.partie.table for one in open_ones_first(tables)]
    assert open_first == ["2", "10", "window", "1"]


def test_a_table_tells_its_next_east_and_its_last_game(
    season: Season, players: list[Player]
) -> None:
    play(season, players, [GAME], ends=False, table="1", day=DAY)
    [table] = tables_of(parties_of(season.club, DAY))
    east = table.seats[0]
    assert (east.wind, east.name, east.chips) == ("East", "Ben", 3384)
    assert table.last is not None
    assert (table.last.winner, table.last.score) == ("Ben", 384)
    assert table.last.how == "on Anna’s discard"
    assert table.next_game == 2
    assert table.minutes is None


# The night ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hour", "has_played", "day"),
    [(20, True, 18), (1, True, 17), (1, False, 18), (9, True, 18)],
)
def test_an_evening_goes_on_after_midnight(
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
    hour: int,
    day: int,
    *,
    has_played: bool,
) -> None:
    if has_played:
        Evening.objects.create(club=club, date=DAY)
    now = dt.datetime(2026, 11, 18, hour, tzinfo=dt.UTC)
    monkeypatch.setattr("clubscore.partie.evenings.MORNING", dt.time(5))
    monkeypatch.setattr("clubscore.partie.evenings.timezone.localtime", lambda: now)
    assert day_of_tonight(club) == dt.date(2026, 11, day)


# Links --------------------------------------------------------------------------


def test_a_new_link_takes_the_place_of_those_before(partie: Partie) -> None:
    first = link_make(partie=partie)
    second = link_renew(partie=partie)
    assert list(partie.links.valid()) == [second]
    links_revoke(partie=partie)
    assert not partie.links.valid().exists()
    first.refresh_from_db()
    revoked_at = first.revoked_at
    links_revoke(partie=partie)
    first.refresh_from_db()
    assert first.revoked_at == revoked_at
