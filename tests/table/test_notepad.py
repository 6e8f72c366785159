"""Who writes on a notepad hears nothing of chips or a bank, on any page."""

import re

import pytest
from django.test import Client

from clubscore.club.models import Account, Club
from clubscore.partie.models import Partie
from clubscore.partie.services import booking_record, link_make
from clubscore.sheets import report, round_sheet
from clubscore.sheets.pdf import page_of
from clubscore.sheets.round_sheet import Paper, told
from tests.partie.pages import words
from tests.partie.rule_books import SHEET, counted, key_of, play, start_in
from tests.partie.test_services import write

CHIPS = re.compile(r"\b(chips?|fiches?|jetons?|bank)\b", re.IGNORECASE)
SAID = re.compile(r'(?:aria-label|title|alt|placeholder)="([^"]*)"')


def chips_in(page: str) -> list[str]:
    """Return what a page says of chips, and what it has read aloud."""
    body = re.sub(r"<(script|style|svg)\b.*?</\1>", "", page, flags=re.DOTALL)
    return CHIPS.findall(" ".join([words(body), *SAID.findall(page)]))


@pytest.fixture
def notepad(club: Club) -> Partie:
    """Return a partie without chips, in which Anna has less than nothing."""
    partie = start_in(club, "nts", rounding="none")
    play(partie, counted("S", "E", S=1270, E=20, W=8, N=0))
    play(partie)
    anna, ben = (partie.club.players.get(name=name) for name in ("Anna", "Ben"))
    booking_record(
        partie=partie,
        write=write(partie),
        payer=anna,
        payee=ben,
        amount=4000,
        why="a long evening",
    )
    partie.refresh_from_db()
    return partie


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_no_page_speaks_of_chips(
    client: Client, administrator: Account, notepad: Partie, language: str
) -> None:
    client.force_login(administrator)
    day = notepad.evening.date
    pages = (
        *("", "record/", "record/typed/", "games/1/", "games/1/recorded/"),
        *("games/1/correct/", "games/1/correct/typed/", "games/1/withdraw/"),
        *("reseat/", "bookings/new/", "substitute/", "revisions/", "settle/"),
        *("paper/", "end/", "void/", "wall/", "link/"),
    )
    addresses = [
        *(SHEET + page for page in pages),
        *("/groene-hart/", "/groene-hart/live/"),
        *(f"/groene-hart/evenings/{day}/{page}" for page in ("", "settle/", "links/")),
    ]
    for address in addresses:
        page = client.get(address, headers={"Accept-Language": language})
        assert page.status_code == 200, address
        assert f'lang="{language}"' in page.text
        assert chips_in(page.text) == [], address


def test_what_would_change_speaks_of_the_total(
    client: Client, administrator: Account, notepad: Partie
) -> None:
    client.force_login(administrator)
    seats = [key_of(notepad, name) for name in ("Anna", "Cleo", "Ben", "Dirk")]
    sent = {f"seat_{place}": key for place, key in enumerate(seats)}
    page = client.post(
        SHEET + "reseat/",
        {
            **sent,
            "game": "1",
            "winds": "name",
            "version": str(notepad.version),
            "key": "new seats",
            "action": "preview",
        },
    ).text
    assert "Total so far" in words(page)
    assert chips_in(page) == []


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_no_sheet_speaks_of_chips(notepad: Partie, language: str) -> None:
    from django.utils import translation

    with translation.override(language):
        for context in (round_sheet.context_of, report.context_of):
            known = context(told(notepad), address="https://x.example", paper=Paper.A4)
            template = round_sheet.TEMPLATE
            if context is report.context_of:
                template = report.TEMPLATE
            assert chips_in(page_of(template, known)) == []


def test_there_are_no_chips_to_count(
    client: Client, administrator: Account, notepad: Partie
) -> None:
    client.force_login(administrator)
    assert client.get(SHEET + "count/").status_code == 404


def test_a_booking_makes_the_total_another_than_the_score(
    client: Client, notepad: Partie
) -> None:
    page = words(client.get(SHEET).text)
    assert "Total so far −" in page
    assert "borrowed" not in page


@pytest.mark.django_db
def test_who_starts_on_a_notepad_begins_with_nothing(client: Client) -> None:
    names = {f"name_{place}": name for place, name in enumerate("ABCD")}
    how = {"ruleset": "nts", "players": "4"}
    for chips, begin in (("notepad", 0), ("chips", 3000)):
        client.post("/play/", {**names, **how, "chips": chips})
        partie = Partie.objects.latest("pk")
        assert partie.start_chips == begin
        link = link_make(partie=partie).get_absolute_url()
        client.get(link)
        page = words(client.get(partie.get_absolute_url()).text)
        assert ("3 000" in page) is (chips == "chips")
