"""Luck on a player's page: when it is told, and that words, chart and table agree."""

from collections import Counter
from html import unescape

from django.test import Client

from clubscore.club.models import Player, Season
from clubscore.rules.figures import figure
from clubscore.season.luck import Luck, luck_of
from clubscore.season.models import Tally
from clubscore.season.statistics import Sums
from tests.partie.rule_books import start_in
from tests.season.evening import play_evening
from tests.season.played import DRAW, play
from tests.season.test_club_page import section

PAGE = "/groene-hart/players/ben/"


def told(numbers: dict[str, int], *, is_of_one_book: bool = True) -> Luck | None:
    """Return what is told of a tally of *numbers*."""
    return luck_of(Sums(Counter(numbers), 1, (), {}), is_of_one_book=is_of_one_book)


PLAYED = {
    # 48 flowers in 48 games, 60 had: 12 more; 48 × ¾ is the variance, 36.
    "bonus_games": 48,
    "bonus": 60,
    "bonus_shares": 48 * 12,
    "bonus_variance": 36 * 144,
    # 1000 points against 1250, the variance 10000.
    "entered_games": 100,
    "entered_points": 1000,
    "entered_shares": 1250 * 12,
    "entered_variance": 10_000 * 144,
    # Of 40 wins 12 self-drawn, as of all wins 30 in 100.
    "entered_wins": 40,
    "entered_self_drawn": 12,
    "entered_drawn": 30,
}


def test_figures_in_words_and_in_the_chart() -> None:
    luck = told(PLAYED)
    assert luck is not None
    tiles, hands, drawn = luck.lines
    words = [
        (one.rests_on, one.had, one.share, one.more, one.chance, one.verdict)
        for one in luck.lines
    ]
    # Chance: 1.96 × 6 of 48, 1.96 × 100 of 1250; 1.96 × 2.26 of 12, by hand from
    # 40 × 0.3 × 0.7 × 60 / 99.
    assert words == [
        ("48 games", "60", "48.0", "+25%", "±24%", "above chance"),
        (
            "100 games",
            figure(1000),
            figure("1250.0"),
            "\N{MINUS SIGN}20%",
            "±16%",
            "below chance",
        ),
        ("40 wins", "12", "12.0", "0%", "±37%", "within chance"),
    ]
    assert luck.beyond == 2
    assert [mark.label for mark in luck.columns] == [
        *("\N{MINUS SIGN}40%", "0%", "+40%"),
    ]
    assert drawn.x == luck.middle
    assert tiles.x > tiles.high_x > luck.middle
    assert hands.x < hands.low_x < luck.middle
    ends = [end for one in luck.lines for end in (one.low_x, one.high_x, one.x)]
    assert 0 < min(ends) < max(ends) < luck.width


def test_nothing_is_told_of_few_games_and_of_none_not_even_that() -> None:
    assert told({}) is None
    few = told(PLAYED | {"entered_games": 39, "bonus_games": 39, "entered_wins": 19})
    assert few is not None
    assert (few.lines, few.games, few.fewest) == ([], 39, 40)
    # Enough games and nobody had anything: there is nothing to say.
    assert told({"entered_games": 100}) is None


def test_points_of_several_rule_books_do_not_compare() -> None:
    luck = told(PLAYED, is_of_one_book=False)
    assert luck is not None
    assert [one.name for one in luck.lines] == ["Flowers and seasons"]
    without = told(PLAYED | {"bonus_games": 0, "bonus_shares": 0}, is_of_one_book=False)
    assert without is not None
    assert without.lines == []


def test_the_page_says_from_when_on_then_how_much(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [DRAW])
    assert 'id="luck"' not in client.get(PAGE).text
    play_evening(season, players)
    page = client.get(PAGE).text
    assert "so far there are 2." in section(page, "luck")
    assert "<svg" not in page.split('id="luck"')[1].split("</section>")[0]
    Tally.objects.filter(games__gt=1).update(**PLAYED)
    page = client.get(f"{PAGE}?season={season.slug}").text
    luck = unescape(section(page, "luck"))
    assert "2 of these figures are beyond what chance alone gives" in luck
    assert "Worth of the hands 100 games, below chance −20% ±16% 1 000 1 250.0" in luck
    assert "Worth of the hands: −20% (By chance ±16%)" in luck
    assert "no count can part the two" in luck
    # It stands apart from the ratings.
    assert 'id="luck"' not in page.split('id="ratings"')[1].split("</section>")[0]


def test_another_rule_book_asks_for_a_choice(
    client: Client, season: Season, players: list[Player]
) -> None:
    play_evening(season, players)
    other = start_in(season.club, "hkos", day="2026-11-17")
    type(other).objects.update(is_finished=True)
    Tally.objects.update(**PLAYED | {"bonus_games": 0})
    luck = section(client.get(PAGE).text, "luck")
    assert "Choose one above" in luck
    luck = section(client.get(f"{PAGE}?ruleset=nts").text, "luck")
    assert "Choose one above" not in luck
    assert "Self-drawn wins 40 wins, within chance 0%" in luck
