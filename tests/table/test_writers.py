"""Who writes with a table's link, and for how long a link writes at all."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from clubscore.club.models import Account, Club, Player
from clubscore.partie import services
from clubscore.partie.derive import chronicle_from
from clubscore.partie.models import LINK_LIFE, Agreement, Partie, Revision, TableLink
from clubscore.partie.services import link_make
from tests.corrections.test_correcting import SOUTH
from tests.partie.rule_books import play, seats_shown
from tests.table.test_partie_page import words

SHEET = "/groene-hart/parties/1/"
WHO = SHEET + "who/"
RECORD = SHEET + "record/"
AGREE = SHEET + "games/1/agree/"
READS = "clubscore.partie.pages.chronicle_from"
"""What pages read a partie with."""


@pytest.fixture
def link(partie: Partie) -> TableLink:
    return link_make(partie=partie)


@pytest.fixture
def phone(link: TableLink) -> Client:
    """Return a browser without an account that has opened the link."""
    return opened(link)


def opened(link: TableLink) -> Client:
    client = Client()
    client.get(link.get_absolute_url())
    return client


def draw(client: Client, partie: Partie) -> Revision:
    """Record a draw as the table screen sends it; return what was written."""
    partie.refresh_from_db()
    sent = {
        "key": f"write-{partie.version}",
        "version": partie.version,
        "said": {"hands": {}, "outcome": {"kind": "draw"}},
        "shown": seats_shown(partie),
    }
    answer = client.post(SHEET + "games/", sent, "application/json")
    assert answer.status_code == 201, answer.text
    return Revision.objects.latest("pk")


# Who are you? -----------------------------------------------------------------------


def test_whoever_opens_the_link_is_asked_once(
    phone: Client, players: list[Player]
) -> None:
    page = phone.get(RECORD).text
    assert "Who are you?" in page
    assert all(f'value="{one.pk}">{one.name}<' in page for one in players)
    answer = phone.post(WHO, {"player": players[1].pk, "back": "record"})
    assert answer.headers["Location"] == RECORD
    page = phone.get(RECORD).text
    assert "Who are you?" not in page
    assert "You write as: Ben" in words(page)
    assert "Who are you?" not in phone.get(SHEET).text


def test_games_carry_the_name(
    phone: Client, partie: Partie, players: list[Player]
) -> None:
    phone.post(WHO, {"player": players[1].pk})
    revision = draw(phone, partie)
    assert revision.author == "Ben"
    assert revision.link is not None
    page = words(phone.get(SHEET + "revisions/").text)
    assert "Ben, with the table’s link" in page


def test_other_programs_are_told_the_name(
    phone: Client, partie: Partie, players: list[Player]
) -> None:
    phone.post(WHO, {"player": players[1].pk})
    draw(phone, partie)
    address = f"/api/v1/parties/{partie.pk}/games/1/revisions/"
    [told] = phone.get(address).json()["revisions"]
    assert told["author"] == "Ben"


def test_a_name_can_be_typed_and_changed_from_the_score_sheet(
    phone: Client, partie: Partie, players: list[Player]
) -> None:
    phone.post(WHO, {"player": players[1].pk})
    assert f"{WHO}?back=sheet" in phone.get(SHEET).text
    assert "So far you write as <strong>Ben</strong>." in phone.get(WHO).text
    answer = phone.post(WHO, {"name": "  Oma   Jo ", "back": "sheet"})
    assert answer.headers["Location"] == SHEET
    assert "Oma Jo" in phone.get(SHEET).text
    assert draw(phone, partie).author == "Oma Jo"


def test_what_was_already_written_keeps_its_name(
    phone: Client, partie: Partie, players: list[Player]
) -> None:
    phone.post(WHO, {"player": players[0].pk})
    draw(phone, partie)
    phone.post(WHO, {"player": players[1].pk})
    draw(phone, partie)
    authors = Revision.objects.order_by("pk").values_list("author", flat=True)
    assert list(authors) == ["Anna", "Ben"]


def test_a_player_who_is_called_otherwise_since_writes_so(
    phone: Client, partie: Partie, players: list[Player]
) -> None:
    phone.post(WHO, {"player": players[1].pk})
    Player.objects.filter(pk=players[1].pk).update(name="B.", key="b.")
    assert draw(phone, partie).author == "B."


def test_nobody_has_to_say_who_they_are(phone: Client, partie: Partie) -> None:
    unasked = draw(phone, partie)
    assert (unasked.author, unasked.link is not None) == ("", True)
    phone.post(WHO, {"action": "nobody", "player": "", "name": "Ben"})
    page = phone.get(RECORD).text
    assert 'id="who-asked"' not in page
    assert draw(phone, partie).author == ""
    assert "with the table’s link" in words(phone.get(SHEET + "revisions/").text)


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({}, "Tap a name above, or type one here."),
        ({"name": "  "}, "Tap a name above, or type one here."),
        ({"name": "x" * 41}, "at most 40 characters"),
        ({"player": "999999"}, "does not sit here any more"),
    ],
)
def test_an_answer_that_is_none_is_refused(
    phone: Client, partie: Partie, said: dict[str, str], fault: str
) -> None:
    answer = phone.post(WHO, said)
    assert answer.status_code == 200
    assert fault in answer.text
    assert draw(phone, partie).author == ""


def test_an_answer_holds_for_its_own_table(
    phone: Client, partie: Partie, players: list[Player]
) -> None:
    other = services.partie_start(
        season=partie.season, players=players, day=partie.evening.date
    )
    phone.get(link_make(partie=other).get_absolute_url())
    phone.post(WHO, {"player": players[1].pk})
    assert "Who are you?" in phone.get("/groene-hart/parties/2/record/").text


def test_an_account_writes_under_its_own_name(
    link: TableLink, administrator: Account, partie: Partie, players: list[Player]
) -> None:
    client = opened(link)
    client.post(WHO, {"player": players[1].pk})
    client.force_login(administrator)
    client.get(link.get_absolute_url())
    assert "Who are you?" not in client.get(RECORD).text
    assert client.get(WHO).status_code == 403
    revision = draw(client, partie)
    assert (revision.author, revision.link) == ("willem", None)


def test_saying_who_one_is_costs_little(
    phone: Client,
    partie: Partie,
    players: list[Player],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(2):
        with django_assert_num_queries(6):
            assert phone.get(WHO).status_code == 200
        draw(phone, partie)


# Agreeing ---------------------------------------------------------------------------


def agree(client: Client, revision: Revision, player: Player) -> Any:
    sent = {"revision": revision.pk, "player": player.pk}
    return client.post(AGREE, sent, follow=True)


@pytest.mark.parametrize("name", ["Anna", "anna", "ANNÁ"])
def test_with_the_link_nobody_agrees_to_what_they_wrote(
    phone: Client, link: TableLink, partie: Partie, players: list[Player], name: str
) -> None:
    phone.post(WHO, {"name": name})
    revision = draw(phone, partie)
    second = opened(link)
    second.post(WHO, {"player": players[1].pk})
    for client in (phone, second):
        page = client.get(SHEET + "games/1/").text
        assert "Anna agrees" not in page
        assert "Ben agrees" in page
        answer = agree(client, revision, players[0])
        assert "other than who entered it" in answer.text
    assert not Agreement.objects.exists()
    agree(second, revision, players[1])
    agreement = Agreement.objects.get()
    assert (agreement.player, agreement.link) == (players[1], link)


def test_on_one_phone_the_second_player_taps_the_own_name(
    phone: Client, partie: Partie, players: list[Player]
) -> None:
    phone.post(WHO, {"player": players[0].pk})
    agree(phone, draw(phone, partie), players[2])
    assert Agreement.objects.get().player == players[2]


def test_what_somebody_else_wrote_every_player_can_agree_to(
    phone: Client, partie: Partie, players: list[Player]
) -> None:
    phone.post(WHO, {"name": "Oma"})
    agree(phone, draw(phone, partie), players[0])
    assert Agreement.objects.get().player == players[0]


# A link that lay about ----------------------------------------------------------------


@contextmanager
def days_later(days: float) -> Iterator[None]:
    """Let it be so many days later."""
    at = timezone.now() + dt.timedelta(days=days)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: at)
        yield


@pytest.fixture(autouse=True)
def _sessions_last_longer(settings: Settings) -> None:
    """Let no session end before the link that it was opened with."""
    settings.SESSION_COOKIE_AGE = 100 * 24 * 60 * 60


def test_a_link_records_two_weeks_after_the_last_entry(
    phone: Client, partie: Partie
) -> None:
    with days_later(10):
        draw(phone, partie)
    with days_later(23):
        assert phone.get(RECORD).status_code == 200
        draw(phone, partie)
    with days_later(38):
        assert phone.get(RECORD).status_code == 302


@pytest.mark.parametrize("is_public", [True, False])
def test_an_old_link_only_reads_and_says_why(
    phone: Client, link: TableLink, partie: Partie, *, is_public: bool
) -> None:
    Club.objects.update(is_public=is_public)
    told = "Nobody wrote here for 14 days, so this table’s link only reads now."
    with days_later(LINK_LIFE.days + 0.01):
        for client in (phone, Client()):
            answer = client.get(link.get_absolute_url(), follow=True)
            assert answer.redirect_chain == [(SHEET, 302)]
            assert told in answer.text
            assert "Record the next game" not in answer.text
            answer = client.get(RECORD, follow=True)
            assert answer.redirect_chain == [(SHEET, 302)]
            assert told in answer.text
        sent = {
            "key": "late",
            "version": 0,
            "said": {"hands": {}, "outcome": {"kind": "draw"}},
            "shown": seats_shown(partie),
        }
        answer = phone.post(SHEET + "games/", sent, "application/json")
        assert answer.status_code == 403
        assert told in answer.json()["error"]["message"]
    assert not Revision.objects.exists()


def test_a_session_that_recorded_does_so_no_longer(
    phone: Client, partie: Partie, players: list[Player]
) -> None:
    revision = play(partie, SOUTH)
    with days_later(LINK_LIFE.days + 0.01):
        write = {"version": "1", "key": "undo"}
        for page, data in (
            ("undo/", write),
            ("end/", {**write, "reason": "time"}),
            ("games/1/agree/", {"revision": revision.pk, "player": players[1].pk}),
        ):
            answer = phone.post(SHEET + page, data)
            assert answer.headers["Location"] == SHEET, page
    assert Revision.objects.count() == 1
    assert not Agreement.objects.exists()


def test_a_new_link_opens_an_old_table_again(
    client: Client, link: TableLink, administrator: Account, partie: Partie
) -> None:
    page = SHEET + "link/"
    with days_later(LINK_LIFE.days + 0.01):
        client.force_login(administrator)
        shown = client.get(page).text
        assert "so this table’s link only reads now" in shown
        assert '<svg class="qr"' not in shown
        assert link.get_absolute_url() not in client.get(SHEET).text
        client.post(page, {"action": "renew"})
        new = partie.links.valid().get()
        assert new != link
        answer = Client().get(new.get_absolute_url())
        assert answer.headers["Location"] == RECORD


def test_the_codes_of_an_evening_are_of_links_that_record(
    client: Client, link: TableLink, administrator: Account, partie: Partie
) -> None:
    address = f"/groene-hart/evenings/{partie.evening.date}/links/"
    client.force_login(administrator)
    assert link.get_absolute_url() in client.get(address).text
    with days_later(LINK_LIFE.days + 0.01):
        client.force_login(administrator)
        assert link.get_absolute_url() not in client.get(address).text


# A game that is taken back while a page is asked for ----------------------------------


@pytest.fixture
def taken_back(
    partie: Partie, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], Revision]:
    """Return what records a game that is gone as soon as somebody looks at it."""

    def played() -> Revision:
        revision = play(partie, SOUTH)

        def late(found: Partie) -> Any:
            monkeypatch.setattr(READS, chronicle_from)
            partie.refresh_from_db()
            author = services.Author(name="Ben")
            write = services.Write(author, partie.version, "taken back")
            services.last_withdraw(partie=partie, write=write)
            return chronicle_from(found)

        monkeypatch.setattr(READS, late)
        return revision

    return played


@pytest.mark.parametrize("page", ["", "recorded/"])
def test_a_game_that_goes_while_it_is_asked_for_is_said_to_be_gone(
    scorekeeper: Client, taken_back: Callable[[], Revision], page: str
) -> None:
    taken_back()
    answer = scorekeeper.get(f"{SHEET}games/1/{page}")
    assert answer.status_code == 404
    assert "This game was taken back" in answer.text
    assert f'href="{SHEET}"' in answer.text


def test_the_same_of_a_game_that_is_known_by_its_scores(
    scorekeeper: Client, administrator: Account, taken_back: Callable[[], Revision]
) -> None:
    taken_back()
    scorekeeper.force_login(administrator)
    answer = scorekeeper.get(f"{SHEET}games/1/correct/scores/")
    assert answer.status_code == 404
    assert "This game was taken back" in answer.text


@pytest.mark.parametrize("is_htmx", [True, False])
def test_agreeing_to_a_game_that_goes_says_so(
    scorekeeper: Client,
    players: list[Player],
    taken_back: Callable[[], Revision],
    *,
    is_htmx: bool,
) -> None:
    revision = taken_back()
    sent = {"revision": revision.pk, "player": players[1].pk}
    headers = {"HX-Request": "true"} if is_htmx else {}
    answer = scorekeeper.post(AGREE, sent, headers=headers)
    assert answer.headers["HX-Redirect" if is_htmx else "Location"] == SHEET
    assert "The game was taken back meanwhile." in scorekeeper.get(SHEET).text
