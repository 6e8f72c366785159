"""Starting at /play/ with every rule book and number of players."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubscore.club import engine as rule_books
from clubscore.club.models import Club, Season
from clubscore.partie.models import Partie
from clubscore.rules.rulesets import RULESETS
from tests.club.books_offered import book_chosen

CAST = ["Anna", "Ben", "Cleo", "Dirk", "Eva"]
LABELS = {
    3: ["First East", "To East’s right, South", "To East’s left, West"],
    4: [
        "First East",
        "To East’s right, South",
        "Across from East, West",
        "To East’s left, North",
    ],
    5: [
        "First East",
        "To East’s right, South",
        "Across from East, West",
        "To East’s left, North",
        "Rests first",
    ],
}
ASKED = {"spiel-der-winde": {"option_settlement": "owner_double"}}
NUMBERS = [
    (ruleset.key, many)
    for ruleset in rule_books.rulesets()
    for many in rule_books.numbers_of_players(ruleset.key)
]
HTMX = [{}, {"HX-Request": "true"}]


def answers(ruleset: str = "nts", many: int = 4, **changes: str) -> dict[str, str]:
    """Return what is sent by a page that was drawn for this."""
    return {
        **{f"name_{place}": name for place, name in enumerate(CAST[:many])},
        **({"players": str(many)} if ruleset != "spiel-der-winde" else {}),
        **({"chips": "notepad"} if ruleset != "spiel-der-winde" else {}),
        **ASKED.get(ruleset, {}),
        "ruleset": ruleset,
        "shown_ruleset": ruleset,
        "shown_players": str(many),
        **changes,
    }


def labels(page: str) -> list[str]:
    """Return how the seats are called."""
    names = page.split('id="names"')[1].split("</fieldset>", maxsplit=1)[0]
    return re.findall(r"<label[^>]*>(.*?)</label>", names)


@pytest.mark.django_db
@pytest.mark.parametrize(("ruleset", "many"), NUMBERS)
def test_the_page_has_a_seat_for_everybody(
    client: Client, ruleset: str, many: int
) -> None:
    page = client.get(f"/play/?ruleset={ruleset}&players={many}").text
    expected = LABELS[many]
    if ruleset == "spiel-der-winde":
        expected = ["East, owner of the first game", *expected[1:]]
    assert labels(page) == expected
    has_choice = len(RULESETS[ruleset].players) > 1
    assert ('name="players"' in page) == has_choice
    assert ("Who pays whom" in page) == (ruleset == "spiel-der-winde")
    assert ("keep score at the table" in page) == rule_books.knows_chips(ruleset)
    assert 'role="alert"' not in page


@pytest.mark.django_db
def test_only_chips_that_are_rounded_to_say_so(client: Client) -> None:
    assert "points are rounded to tens" in client.get("/play/").text
    page = client.get("/play/?ruleset=schmale").text
    assert "With chips" in page
    assert "rounded" not in page


@pytest.mark.django_db
@pytest.mark.parametrize(("ruleset", "many"), NUMBERS)
def test_the_table_starts_and_can_be_recorded_at(
    client: Client, ruleset: str, many: int
) -> None:
    response = client.post("/play/", answers(ruleset, many), follow=True)
    assert "Game 1" in response.text
    partie = Partie.objects.get()
    assert (partie.ruleset, partie.players) == (ruleset, many)
    seats = partie.seats.select_related("player")
    assert [seat.player.name for seat in seats] == CAST[:many]
    season = Season.objects.get()
    chosen = {"settlement": "owner_double"} if ruleset in ASKED else {}
    assert (season.ruleset, season.options) == (ruleset, chosen)
    rules = rule_books.house_rules(ruleset)
    assert (
        partie.options
        == {rule.key: rule.default for rule in rules if rule.default is not None}
        | chosen
    )


@pytest.mark.django_db
def test_a_club_is_called_by_all_its_players(client: Client) -> None:
    client.post("/play/", answers(many=3))
    client.post("/play/", answers(many=5))
    assert set(Club.objects.values_list("name", flat=True)) == {
        "Anna, Ben & Cleo",
        "Anna, Ben, Cleo, Dirk & Eva",
    }


@pytest.mark.django_db
@pytest.mark.parametrize("headers", HTMX)
def test_another_number_of_players_keeps_what_was_typed(
    client: Client, headers: dict[str, str]
) -> None:
    def drawn(data: dict[str, str]) -> str:
        page = client.post("/play/", data | {"action": "redraw"}, headers=headers).text
        assert ("<html" in page) != bool(headers)
        assert 'role="alert"' not in page
        return page

    five = drawn(answers(chips="chips", players="5"))
    assert labels(five) == LABELS[5]
    assert 'value="Dirk"' in five
    assert re.search(r'value="chips"[^>]* checked', five)
    assert re.search(r'name="players" value="5"[^>]* checked', five)
    three = drawn(answers(many=5, players="3"))
    assert labels(three) == LABELS[3]
    # Two seats fewer: their names are kept for whoever changes back.
    assert '<input type="hidden" name="name_3" value="Dirk">' in three
    assert '<input type="hidden" name="name_4" value="Eva">' in three
    assert not Club.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("headers", HTMX)
def test_another_rule_book_keeps_the_names_and_asks_what_it_needs(
    client: Client, headers: dict[str, str]
) -> None:
    sent = answers(many=5, ruleset="nts", action="redraw")
    page = client.post(
        "/play/", sent | {"ruleset": "spiel-der-winde"}, headers=headers
    ).text
    assert book_chosen(page) == "spiel-der-winde"
    assert "Who pays whom" in page
    assert labels(page)[0] == "East, owner of the first game"
    assert 'value="Dirk"' in page
    assert '<input type="hidden" name="name_4" value="Eva">' in page
    assert 'name="shown_players" value="4"' in page


@pytest.mark.django_db
def test_kept_names_are_nobody_who_plays(client: Client) -> None:
    client.post("/play/", answers(many=3, name_3="Dirk", name_4="Eva"))
    assert Club.objects.get().name == "Anna, Ben & Cleo"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changes", "target", "said"),
    [
        ({"players": "5"}, "id_players", "changed with the number of players"),
        ({"players": "3"}, "id_players", "changed with the number of players"),
        ({"players": "6"}, "id_players", "Select a valid choice"),
        ({"ruleset": "schmale"}, "id_ruleset", "changed with the rule book"),
        ({"ruleset": "riichi"}, "id_ruleset", "Select a valid choice"),
        ({"chips": "beans"}, "id_chips", "Select a valid choice"),
        ({"chips": ""}, "id_chips", "This field is required"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(
    client: Client, changes: dict[str, str], target: str, said: str
) -> None:
    page = client.post("/play/", answers() | changes).text
    assert f'href="#{target}"' in page
    assert said in page
    for name in CAST[:4]:
        assert f'value="{name}"' in page
    assert not Club.objects.exists()


@pytest.mark.django_db
def test_the_settlement_is_asked_and_not_preset(client: Client) -> None:
    page = client.get("/play/?ruleset=spiel-der-winde").text
    settlement = re.findall(r'<input [^>]*name="option_settlement"[^>]*>', page)
    assert len(settlement) > 1
    assert not any("checked" in radio for radio in settlement)
    sent = answers("spiel-der-winde")
    del sent["option_settlement"]
    page = client.post("/play/", sent).text
    assert 'href="#id_option_settlement"' in page
    assert page.count("The rule book does not say. Choose what holds with you.") == 2
    assert 'value="Dirk"' in page
    assert not Club.objects.exists()


@pytest.mark.django_db
def test_five_cannot_play_a_rule_book_for_four(client: Client) -> None:
    sent = answers("spiel-der-winde", players="5", name_4="Eva")
    page = client.post("/play/", sent).text
    assert "This rule book has no rules for so many players." in page
    assert not Club.objects.exists()


@pytest.mark.django_db
def test_five_long_names_still_make_a_club(client: Client) -> None:
    long = {f"name_{place}": letter * 40 for place, letter in enumerate("ABCDE")}
    client.post("/play/", answers(many=5, **long))
    assert len(Club.objects.get().name) == 100


@pytest.mark.django_db
def test_the_page_asks_the_database_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for ruleset, many in NUMBERS:
        with django_assert_num_queries(0):
            client.get(f"/play/?ruleset={ruleset}&players={many}")


@pytest.mark.parametrize("headers", HTMX)
def test_house_rules_typed_survive_a_look_at_another_book(
    client: Client, headers: dict[str, str]
) -> None:
    sent = answers(option_minimum_doubles="1", action="redraw")
    page = client.post("/play/", sent | {"ruleset": "schmale"}, headers=headers).text
    assert 'name="other:nts:option_minimum_doubles" value="1"' in page
    kept = {"other:nts:option_minimum_doubles": "1"}
    away = answers("schmale", action="redraw") | kept | {"ruleset": "nts"}
    back = client.post("/play/", away, headers=headers).text
    assert re.search(r'<input[^>]* name="option_minimum_doubles" value="1"', back)
    assert "other:nts" not in back
