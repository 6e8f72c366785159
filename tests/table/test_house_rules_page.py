"""House rules of a single partie: until something is recorded in it."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from clubscore.club.models import Account, Club
from clubscore.partie import services
from clubscore.partie.chain import breaks_in, published
from clubscore.partie.models import Partie, TableLink
from tests.partie.pages import words
from tests.partie.rule_books import SHEET, play, start_in
from tests.partie.test_audit import audit
from tests.partie.test_services import write
from tests.table.test_writers import days_later

RULES = SHEET + "house-rules/"


@pytest.fixture
def partie(club: Club) -> Partie:
    """Return a partie in which no game is recorded."""
    return start_in(club, "nts")


@pytest.mark.django_db
def test_a_family_starts_with_house_rules_of_its_own(client: Client) -> None:
    page = client.get("/play/").text
    assert "<summary>House rules</summary>" in page
    names = {f"name_{place}": name for place, name in enumerate("ABCD")}
    how = {"ruleset": "nts", "players": "4", "chips": "notepad"}
    client.post("/play/", {**names, **how, "option_flowers": "yes"})
    assert Partie.objects.get().options["flowers"] == "yes"


@pytest.mark.django_db
def test_a_family_changes_them_before_the_first_game(client: Client) -> None:
    names = {f"name_{place}": name for place, name in enumerate("ABCD")}
    how = {"ruleset": "nts", "players": "4", "chips": "notepad"}
    client.get(client.post("/play/", {**names, **how})["Location"])
    partie = Partie.objects.get()
    screen = partie.get_absolute_url() + "record/"
    rules = partie.get_absolute_url() + "house-rules/"
    for page in (screen, partie.get_absolute_url()):
        assert rules in client.get(page).text
    answer = client.post(rules, {"version": "0", "option_flowers": "yes"})
    assert answer["Location"] == screen
    partie.refresh_from_db()
    assert partie.options["flowers"] == "yes"
    # Who has the table open by the rules before is told, and records nothing by them.
    assert partie.version == 1
    # They are shown as they were chosen, and can be chosen back.
    assert 'value="yes" selected' in client.get(rules).text
    client.post(rules, {"version": "1", "option_flowers": ""})
    partie.refresh_from_db()
    assert partie.options["flowers"] == "no"


def test_a_recorded_game_holds_its_house_rules(
    scorekeeper: Client, partie: Partie
) -> None:
    assert scorekeeper.get(RULES).status_code == 200
    play(partie)
    for answer in (
        scorekeeper.get(RULES),
        scorekeeper.post(RULES, {"version": "1", "option_flowers": "yes"}),
    ):
        assert answer["Location"] == SHEET
    partie.refresh_from_db()
    assert partie.options["flowers"] == "no"
    assert RULES not in scorekeeper.get(SHEET).text


def test_a_game_that_was_taken_back_holds_them_too(
    scorekeeper: Client, partie: Partie
) -> None:
    # Its revision stays, with the hash of the rules that the partie began with.
    play(partie)
    partie.refresh_from_db()
    services.last_withdraw(partie=partie, write=write(partie))
    page = scorekeeper.post(
        RULES, {"version": "2", "option_flowers": "yes"}, follow=True
    ).text
    assert "Something was recorded in this partie" in words(page)
    assert RULES not in page
    assert RULES not in scorekeeper.get(SHEET + "record/").text
    partie.refresh_from_db()
    assert partie.options["flowers"] == "no"
    with pytest.raises(ValidationError, match="even if it was taken back"):
        services.house_rules_set(partie=partie, version=2, options=partie.options)
    assert not list(breaks_in(partie))


def test_the_chain_begins_with_the_rules_that_were_set(
    scorekeeper: Client, partie: Partie, capsys: pytest.CaptureFixture[str]
) -> None:
    before = partie.head
    scorekeeper.post(RULES, {"version": "0", "option_flowers": "yes"})
    partie.refresh_from_db()
    assert partie.options["flowers"] == "yes"
    assert partie.head != before
    assert not list(breaks_in(partie))
    play(partie)
    partie.refresh_from_db()
    assert not list(breaks_in(partie))
    status, told = audit(capsys)
    assert (status, "chain is broken" in told) == (0, False)


def test_the_rules_of_an_earlier_day_hold_for_a_leaderboard_shows_how_it_began(
    partie: Partie, club: Club
) -> None:
    options = {**partie.options, "flowers": "yes"}
    with days_later(1):
        shown = published(club)
        assert shown is not None
        with pytest.raises(ValidationError, match="started on an earlier day"):
            services.house_rules_set(partie=partie, version=0, options=options)
        assert published(club) == shown


def test_who_wrote_first_is_not_written_over(
    scorekeeper: Client, partie: Partie
) -> None:
    scorekeeper.post(RULES, {"version": "0", "option_flowers": "yes"})
    page = scorekeeper.post(
        RULES, {"version": "0", "option_flowers": ""}, follow=True
    ).text
    assert "somebody else wrote first" in words(page)
    partie.refresh_from_db()
    assert partie.options["flowers"] == "yes"


def test_the_link_of_a_clubs_table_changes_no_rules(
    client: Client, partie: Partie, outsider: Account
) -> None:
    client.get(TableLink.objects.create(partie=partie).get_absolute_url())
    assert client.get(RULES).status_code == 302
    assert RULES not in client.get(SHEET + "record/").text
    client.force_login(outsider)
    assert client.get(RULES).status_code == 403
