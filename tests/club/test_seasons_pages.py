import datetime as dt
from dataclasses import replace

import pytest
from django.test import Client

from clubscore.club import engine
from clubscore.club.models import Account, Club, Season
from clubscore.partie.models import Partie
from clubscore.rules.rulesets import RULESETS

SEASONS = "/groene-hart/settings/seasons/"
NEW = f"{SEASONS}new/"
TYPED = {
    f"rule_{rule.key}": str(rule.default) for rule in engine.house_rules("nts")
} | {"name": "2027", "starts_on": "2027-01-01", "ends_on": ""}


@pytest.fixture(autouse=True)
def _runs_the_club(client: Client, administrator: Account) -> None:
    client.force_login(administrator)


def test_a_club_without_seasons_says_what_to_do(client: Client) -> None:
    page = client.get(SEASONS).text
    assert "No season yet." in page
    assert f'href="{NEW}"' in page


def test_every_house_rule_has_a_field_with_its_default_and_its_place_in_the_book(
    client: Client,
) -> None:
    page = client.get(NEW).text
    for rule in engine.house_rules("nts"):
        field = page.split(f'name="rule_{rule.key}"')[1].split("</div>")[0]
        assert f"“{rule.section}”" in field
        if rule.is_number:
            mark = "Preset" if rule.is_decision else "By the book"
            assert f"{mark}: {rule.default}." in field
        else:
            mark = "(preset)" if rule.is_decision else "(by the book)"
            (marked,) = [line for line in field.split("<option") if mark in line]
            assert f'value="{rule.default}" selected' in marked


def test_a_season_played_by_the_book_keeps_no_house_rules(
    client: Client, club: Club
) -> None:
    page = client.post(NEW, TYPED, follow=True).text
    assert "The season 2027 is open." in page
    season = club.seasons.get()
    assert (season.slug, season.starts_on) == ("2027", dt.date(2027, 1, 1))
    assert (season.ends_on, season.ruleset, season.options) == (None, "nts", {})


def test_a_season_keeps_what_differs_from_the_book(client: Client, club: Club) -> None:
    chosen = {
        "rule_flowers": "yes",
        "rule_rounds": "2",
        "rule_snake_value": "2000",
        "rule_minimum_doubles": "0",
    }
    client.post(NEW, TYPED | chosen)
    assert club.seasons.get().options == {
        "flowers": "yes",
        "rounds": 2,
        "snake_value": 2000,
        "minimum_doubles": 0,
    }


@pytest.mark.parametrize(
    ("typed", "field", "message"),
    [
        ({"name": ""}, "id_name", "This field is required."),
        ({"starts_on": "spring"}, "id_starts_on", "Enter a valid date."),
        ({"ends_on": "2026-12-31"}, "id_ends_on", "cannot be before the first day"),
        ({"rule_rounds": "7"}, "id_rule_rounds", "Select a valid choice"),
        ({"rule_minimum_doubles": "-1"}, "id_rule_minimum_doubles", "or equal to 0"),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_on_top(
    client: Client, typed: dict[str, str], field: str, message: str
) -> None:
    page = client.post(NEW, TYPED | {"rule_flowers": "yes"} | typed).text
    summary, form = page.split('id="season-form"')
    assert f'href="#{field}"' in summary
    assert message in form.split(f'id="{field}_error"')[1]
    assert 'value="yes" selected' in form
    assert not Season.objects.exists()


def test_a_club_has_one_season_of_a_name(client: Client, season: Season) -> None:
    page = client.post(NEW, TYPED | {"name": " 2026 "}).text
    assert "a season of this name already" in page


def test_a_season_is_changed_and_its_parties_keep_their_rules(
    client: Client, season: Season, partie: Partie
) -> None:
    there = f"{SEASONS}{season.pk}/"
    assert "Parties that have begun keep" in client.get(there).text
    changed = {"name": "Year 2026", "starts_on": "2026-02-01", "rule_rounds": "1"}
    client.post(there, TYPED | changed)
    season.refresh_from_db()
    assert (season.name, season.slug) == ("Year 2026", "2026")
    assert season.options == {"rounds": 1}
    partie.refresh_from_db()
    assert partie.options["rounds"] == 4


def test_the_house_rules_chosen_before_are_chosen_in_the_form(
    client: Client, season: Season
) -> None:
    Season.objects.update(options={"rounds": 2, "minimum_doubles": 1})
    page = client.get(f"{SEASONS}{season.pk}/").text
    assert '<option value="2" selected>2</option>' in page
    assert 'name="rule_minimum_doubles" value="1"' in page


def test_where_there_are_several_rule_books_one_is_chosen_first(
    client: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 'id="ruleset-form"' not in client.get(NEW).text
    twin = replace(RULESETS["nts"], key="twin", name="The twin", options=())
    monkeypatch.setitem(RULESETS, "twin", twin)
    page = client.get(f"{NEW}?ruleset=twin").text
    assert '<option value="twin" selected>' in page
    assert "rule_rounds" not in page
    client.post(NEW, TYPED | {"ruleset": "twin"})
    assert club.seasons.get().ruleset == "twin"
