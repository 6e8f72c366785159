"""Games of every rule book at the table, on a phone and on a desktop."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Club
from clubscore.partie.models import Partie
from clubscore.partie.services import link_make
from tests.browser.conftest import both_screens
from tests.browser.taps import Finger, Sit, sit
from tests.browser.test_first_partie import choose, hand, next_game, scores, typed
from tests.partie.rule_books import Start, counted, play, start_in

__all__ = ["sit"]

pytestmark = pytest.mark.keeps_no_screen

Look = Callable[[], None]


@pytest.fixture
def start(transactional_db: None) -> Start:
    """Return what starts a partie in a club that is there before the browser."""
    club = Club.objects.create(name="Het Groene Hart", slug="groene-hart")
    return partial(start_in, club)


def open_table(page: Page, live_server: LiveServer, partie: Partie) -> None:
    """Open the table by its link, as any phone does."""
    page.goto(f"{live_server.url}{link_make(partie=partie).get_absolute_url()}")
    typed(page)


def seats(page: Page) -> Locator:
    """Return the seats as the page lists them."""
    return page.get_by_role("list", name="Who sits where").get_by_role("listitem")


def names(*lines: str) -> list[re.Pattern[str]]:
    """Return what matches seats, each with its wind or mark and its player."""
    return [re.compile(line.replace(" ", r"\s+")) for line in lines]


@both_screens
def test_one_player_pays_for_all(
    page: Page, live_server: LiveServer, look: Look, start: Start
) -> None:
    open_table(page, live_server, start("schmale", jokers=4, uses_chips=True))
    expect(page.locator("#house-rules summary")).to_have_text(
        re.compile(r"House rules:\s+Jokers: 4")
    )
    look()

    # Only the winner's hand is asked for, and it is there once the winner is known.
    ben, dirk = (page.locator(".hand", has_text=name) for name in ("Ben", "Dirk"))
    expect(ben).to_be_hidden()
    choose(page, "Who won?", "Ben")
    expect(ben).to_be_visible()
    expect(dirk).to_be_hidden()
    page.get_by_label("Enter the others’ hands too").check()
    expect(dirk).to_be_visible()
    look()
    page.get_by_label("Enter the others’ hands too").uncheck()
    choose(page, "Who gave the winning tile?", "Anna")
    page.get_by_label("Winning tile", exact=True).fill("8s")
    hand(page, "Ben", Sets_as_they_lie="111s 234s 567s", Loose_tiles="8s8s0j9s9s")
    page.get_by_text("Pao: one player pays for all").click()
    expect(page.get_by_text("Why does one player pay for all?")).to_be_hidden()
    choose(page, "Who pays for all?", "Anna")
    page.get_by_label("nine tiles: fed a hand").check()
    look()
    page.get_by_role("button", name="Count").click()
    sheet = page.get_by_role("region", name="What it comes to")
    expect(sheet).to_contain_text("for all: 128 + 32 + 32")
    expect(sheet).to_contain_text("1 faan + 2 laak = 7 faan: 32 points")
    expect(page.get_by_role("group", name="Who pays for all?")).to_be_visible()
    look()
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text("Pao: Anna pays for all")).to_be_visible()
    expect(page.get_by_role("img", name="joker")).to_be_visible()
    assert scores(page)["Anna"] == ("–", "−192")
    look()


@both_screens
def test_a_fault_ends_a_game_and_is_put_right(
    page: Page, live_server: LiveServer, look: Look, start: Start
) -> None:
    partie = start("schmale", jokers=4)
    play(partie, counted("S", "E", S=32))
    open_table(page, live_server, partie)
    choose(page, "How did it end?", "Penalty")
    expect(page.get_by_text("Who won?")).to_be_hidden()
    choose(page, "Whose fault ended the game?", "Ben")
    page.get_by_label("spoiled the game for another").check()
    claimed = page.get_by_role("group", name="Whose discard was claimed")
    expect(claimed).to_be_hidden()
    page.get_by_label("false mahjong").check()
    choose(page, "Whose discard was claimed for it?", "Cleo")
    choose(page, "Who receives nothing", "Dirk")
    look()
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text("A fault of Ben ended the game")).to_be_visible()
    assert {name: score for name, (_hand, score) in scores(page).items()} == {
        "Ben": "−96",
        "Cleo": "+64",
        "Dirk": "0",
        "Anna": "+32",
    }
    look()

    # That was wrong: everything is there again.
    page.get_by_role("button", name="That was wrong").click()
    typed(page)
    expect(page.get_by_role("radio", name="Penalty")).to_be_checked()
    expect(page.get_by_role("checkbox", name="Dirk")).to_be_checked()
    look()
    page.get_by_role("button", name="Record").click()
    page.get_by_role("link", name="Score sheet").click()
    penalty = page.get_by_role("cell", name="penalty: Ben, false mahjong on Cleo’s")
    expect(penalty).to_be_visible()
    look()
    page.get_by_text("House rules:").click()
    expect(page.get_by_text("(by the book: 0)")).to_be_visible()
    look()


@both_screens
def test_the_game_of_winds_has_an_owner(
    page: Page, live_server: LiveServer, look: Look, start: Start
) -> None:
    open_table(page, live_server, start("spiel-der-winde", settlement="credit"))
    expect(seats(page)).to_have_text(
        names("East Anna owner", "South Ben", "West Cleo", "North Dirk")
    )
    choose(page, "Who won?", "Cleo")
    choose(page, "Who gave the winning tile?", "Nobody")
    page.get_by_label("Winning tile", exact=True).fill("9s")
    hand(
        page,
        "Cleo",
        Sets_as_they_lie="(333z) 123m 456p (777s) (99s)",
        Flowers_and_seasons="3f",
    )
    hand(page, "Dirk", Sets_as_they_lie="555z")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text("each is credited the points")).to_be_visible()
    # Own wind 8, sevens 4, own flower 8, mahjong 20, self-drawn 2; own wind doubles.
    assert scores(page)["Cleo"] == ("84", "+84")
    assert scores(page)["Dirk"] == ("8", "+8")
    expect(page.get_by_text("Next: Round 1; Ben owns the game.")).to_be_visible()
    look()
    next_game(page)
    expect(seats(page)).to_have_text(
        names("East Anna", "South Ben owner", "West Cleo", "North Dirk")
    )
    page.get_by_text("It was somebody else’s game").click()
    page.get_by_label("Whose game was it?").select_option(label="Dirk")
    expect(seats(page).last).to_contain_text("owner")
    look()
    choose(page, "How did it end?", "Draw")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text("By the rules it was Ben’s game")).to_be_visible()
    page.get_by_role("link", name="Score sheet").click()
    expect(page.get_by_text("Owner: Dirk (by the rules Ben)")).to_be_visible()
    look()


def before_green(start: Start) -> Partie:
    """Return a partie of three whose round of East has been played."""
    partie = start("nts", 3)
    for _ in range(3):
        play(partie, counted("S", E=50, S=80, W=20))
    return partie


@both_screens
def test_dice_choose_the_east_of_a_green_dragon_game(
    page: Page, live_server: LiveServer, look: Look, start: Start
) -> None:
    open_table(page, live_server, before_green(start))
    expect(seats(page)).to_have_text(names("Anna", "Ben", "Cleo"))
    look()
    choose(page, "How did it end?", "Draw")
    page.get_by_role("button", name="Record").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Say whom the dice chose as East.")
    look()
    # The seats move as soon as East is known, and the focus stays.
    cleo = page.get_by_role("group", name="Whom did the dice choose").get_by_label(
        "Cleo"
    )
    cleo.focus()
    page.keyboard.press("Space")
    expect(seats(page)).to_have_text(names("East Cleo", "South Anna", "West Ben"))
    expect(cleo).to_be_focused()
    expect(cleo).to_be_checked()
    expect(page.get_by_role("radio", name="Draw")).to_be_checked()
    look()
    page.get_by_role("button", name="Record").click()
    again = "Next: Green-dragon game after round 1; Cleo is East."
    expect(page.get_by_text(again)).to_be_visible()
    next_game(page)
    expect(cleo).to_be_checked()
    expect(seats(page).first).to_contain_text("Cleo")
    choose(page, "Who won?", "Anna")
    choose(page, "Who gave the winning tile?", "Nobody")
    anna = page.locator(".hand", has_text="Anna")
    anna.get_by_text("Dead hand, own count").click()
    anna.get_by_label("Own count of points").fill("80")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text("Next: Round of South; Anna is East.")).to_be_visible()
    look()
    page.get_by_role("link", name="Score sheet").click()
    expect(
        page.get_by_role("rowheader", name="Green-dragon game after round 1")
    ).to_be_visible()
    look()


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_dice_choose_east_without_javascript(
    page: Page, live_server: LiveServer, start: Start
) -> None:
    open_table(page, live_server, before_green(start))
    choose(page, "Whom did the dice choose as East?", "Ben")
    choose(page, "How did it end?", "Draw")
    with page.expect_navigation():
        page.get_by_role("button", name="Count").click()
    expect(seats(page)).to_have_text(names("East Ben", "South Cleo", "West Anna"))
    page.get_by_role("button", name="Record").click()
    again = "Next: Green-dragon game after round 1; Ben is East."
    expect(page.get_by_text(again)).to_be_visible()


@both_screens
def test_the_fifth_rests(
    page: Page, live_server: LiveServer, look: Look, start: Start
) -> None:
    partie = start("nts", 5, fifth_round="yes")
    play(partie, counted("S", "E", E=1064, S=2000, W=0, N=20))
    open_table(page, live_server, partie)
    expect(seats(page)).to_have_text(
        names("East Ben", "South Cleo", "West Dirk", "North Eva", "rests Anna")
    )
    look()
    page.get_by_role("link", name="Score sheet").click()
    expect(page.get_by_text("Round of East; Ben is East. Anna rests.")).to_be_visible()
    expect(page.get_by_role("cell", name="rests", exact=True)).to_be_visible()
    look()


# The value on the card ----------------------------------------------------------------


def test_the_value_on_the_card_is_tapped(sit: Sit, look: Look) -> None:
    """A whole partie of one round on the narrowest phone, ended in every way."""
    table = sit("american", options={"rounds": 1, "limit_of_loss": 130})
    page = table.page
    page.set_viewport_size({"width": 360, "height": 640})
    worth = page.locator("#worth")
    table.won("Ben")
    table.gave("Anna")
    expect(worth).to_contain_text("Enter what the card says Ben’s hand is worth.")
    table.record_refused()
    table.tap("#value-25")
    table.tap("#also-jokerless")
    expect(worth.locator(".pays li")).to_have_count(3)
    look()
    table.tap("#dead")
    page.get_by_label("Cleo").select_option("tile_count")
    look()
    table.tap("#close")
    table.record()
    assert table.scores == {"Anna": -100, "Ben": 200, "Cleo": -50, "Dirk": -50}
    assert table.said["hands"] == {
        "Ben": {"points": 25},
        "Cleo": {"dead": "tile_count"},
    }
    expect(page.locator("#recorded")).to_contain_text("jokerless")

    # Self-picked, with a value of its own: what is left of the pie is paid.
    page.get_by_role("link", name="Next game").click()
    table.won("Cleo")
    table.tap("#self-drawn")
    for digit in "45":
        table.tap(f"#digit-{digit}")
    expect(page.locator("#value")).to_have_text("45")
    expect(worth.locator(".pays li")).to_have_text(
        [re.compile(r"Ben.*90"), re.compile(r"Dirk.*80"), re.compile(r"Anna.*30")]
    )
    table.tap("#why")
    expect(page.locator("#panel")).to_contain_text("no more was left of the pie")
    table.tap("#close")
    table.record()

    # Declared in error, and a hand thrown in with it.
    page.get_by_role("link", name="Next game").click()
    table.tap("#penalty")
    table.tap(f"#offender-{table.key('Cleo')}")
    table.tap("#value-30")
    table.tap(f"#excluded-{table.key('Anna')}")
    expect(worth.locator(".pays li")).to_have_count(2)
    look()
    table.record()
    assert table.scores == {"Cleo": -120, "Dirk": 60, "Anna": 0, "Ben": 60}
    # It is put right on the same screen.
    screen = page.url
    page.goto(screen.split("/parties/")[0] + "/parties/1/games/3/correct/")
    expect(page.locator("#value")).to_have_text("30")
    anna = page.locator(f"#excluded-{table.key('Anna')}")
    expect(anna).to_have_attribute("aria-pressed", "true")

    page.goto(screen)
    table.tap("#draw")
    expect(worth).to_contain_text("A wall game: nobody pays.")
    table.record()
    expect(page.locator("#recorded")).to_contain_text("The partie is over.")


# Any other rules ----------------------------------------------------------------------


def digits(table: Finger, text: str) -> None:
    """Tap what somebody won or lost."""
    for digit in text:
        table.tap(f"#digit-{digit}")


def test_what_each_won_or_lost_is_tapped(sit: Sit, look: Look) -> None:
    table = sit("free")
    page = table.page
    look()
    table.won("Ben")
    look()
    table.gave("Anna")
    worth = page.locator("#worth")
    expect(worth).to_contain_text("Enter what each won or lost: Anna")
    digits(table, "77")
    table.tap("#digit-00")
    ben = page.locator(f"#score-{table.key('Ben')}")
    expect(ben).to_contain_text("+7 700")
    # Where one player won, the others lose; who is left out is worked out.
    table.tap(f"#score-{table.key('Anna')}")
    digits(table, "87")
    table.tap("#digit-00")
    table.tap(f"#score-{table.key('Cleo')}")
    digits(table, "0")
    dirk = page.locator(f"#score-{table.key('Dirk')}")
    expect(dirk).to_contain_text("= +1 000")
    expect(worth).to_contain_text("Together: 0")
    look()
    table.tap("#digit-next")
    digits(table, "1")
    expect(worth).to_contain_text("Together it must be 0, and is −1 001.")
    table.record_refused()
    look()
    table.tap("#digit-erase")
    page.locator("#remark").click()
    page.locator("#limit-hand").fill("Daisangen")
    look()
    table.tap("#close")
    table.record()
    expect(page.locator("#recorded")).to_contain_text("Ben won, on Anna’s discard.")
    look()
    assert table.scores == {"Anna": -8700, "Ben": 7700, "Cleo": 0, "Dirk": 1000}
    assert table.said == {
        "scores": {"Anna": -8700, "Ben": 7700, "Cleo": 0, "Dirk": 1000},
        "outcome": {
            "kind": "win",
            "winner": "Ben",
            "source": "discard",
            "from": "Anna",
        },
        "limit": "Daisangen",
        "east": "Anna",
    }


def test_a_game_ends_however_the_table_says(sit: Sit, look: Look) -> None:
    table = sit("free")
    page = table.page
    worth = page.locator("#worth")
    # Several winners, and a draw that moves points.
    table.tap("#won-unsaid")
    table.gave("Dirk")
    look()
    for digit in ("digit-5", "digit-next", "digit-5", "digit-next", "digit-0"):
        table.tap(f"#{digit}")
    dirk = page.locator(f"#score-{table.key('Dirk')}")
    expect(dirk).to_contain_text("= −10")
    table.record()
    expect(page.locator("#recorded")).to_contain_text(
        "Several won, or nobody says who; on Dirk’s discard."
    )
    page.get_by_role("link", name="Next game").click()
    expect(page.locator("#deal")).to_contain_text("Ben is East")
    table.tap("#draw")
    for digit in ("digit-1", "digit-next", "digit-1", "digit-sign", "digit-next"):
        table.tap(f"#{digit}")
    digits(table, "0")
    expect(worth).to_contain_text("Nobody won, and points move.")
    look()
    table.record()
    look()

    # A fault; nobody says which.
    page.get_by_role("link", name="Next game").click()
    table.tap("#penalty")
    table.tap(f"#offender-{table.key('Cleo')}")
    for digit in ("digit-1", "digit-next", "digit-1", "digit-next", "digit-1"):
        table.tap(f"#{digit}")
    table.record()
    assert table.said["outcome"] == {
        "kind": "penalty",
        "offender": "Cleo",
        "offence": None,
    }

    # It is put right on the same screen.
    page.goto(page.url.split("/parties/")[0] + "/parties/1/games/3/correct/")
    table.tap("#digit-0")
    expect(worth).to_contain_text("Together it must be 0")
    look()


@both_screens
def test_what_each_won_or_lost_is_typed(
    page: Page, live_server: LiveServer, look: Look, start: Start
) -> None:
    partie = start("free")
    open_table(page, live_server, partie)
    look()
    choose(page, "Who won?", "Ben")
    choose(page, "Who gave the winning tile?", "Anna")
    for name, score in (("Anna", "-7700"), ("Ben", "7700"), ("Cleo", "10")):
        page.get_by_label(name, exact=True).last.fill(score)
    page.get_by_label("Limit hand").fill("Suuankou")
    look()
    page.get_by_role("button", name="Count").click()
    expect(page.locator("#counted")).to_contain_text("−10")
    look()
    page.get_by_label("Dirk", exact=True).last.fill("0")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("alert")).to_contain_text("The scores add to +10")
    look()
    page.get_by_label("Cleo", exact=True).last.fill("0")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text("won, on Anna’s discard")).to_be_visible()
    look()
    page.get_by_role("link", name="Score sheet").click()
    look()
