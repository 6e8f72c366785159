import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from clubscore.club import engine, methods
from clubscore.club.models import Account, Club, Season
from clubscore.partie.models import Partie
from clubscore.ranking import preset_of
from tests.club.books_offered import book_chosen
from tests.club.people import EVERYBODY, WHO_RUNS_THE_CLUB, log_in

SEASONS = "/groene-hart/settings/seasons/"
NEW = f"{SEASONS}new/"
QUERIES = 7
"""
Of the page: session, account, club, what the account is there, whether it has a second
factor, the rule books of its own, the year's season.
"""
RULESETS = [
    *("nts", "schmale", "spiel-der-winde", "bmja", "dmjl", "hkos"),
    *("american", "free"),
]


def typed(ruleset: str) -> dict[str, str]:
    """Return what is typed for a season that changes none of the book's rules."""
    rules = {
        f"rule_{rule.key}": str(rule.default)
        for rule in engine.house_rules(ruleset)
        if not rule.is_asked
    }
    return {
        **rules,
        "ruleset": ruleset,
        "shown": ruleset,
        "name": "2027",
        "starts_on": "2027-01-01",
        "ends_on": "",
    }


TYPED = typed("nts")


@pytest.fixture(autouse=True)
def _runs_the_club(client: Client, administrator: Account) -> None:
    client.force_login(administrator)


def test_a_club_without_seasons_says_what_to_do(client: Client) -> None:
    page = client.get(SEASONS).text
    assert "No season yet." in page
    assert f'href="{NEW}"' in page


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_house_rule_has_a_field_with_its_default_and_its_place_in_the_book(
    client: Client, ruleset: str
) -> None:
    page = client.get(f"{NEW}?ruleset={ruleset}").text
    for rule in engine.house_rules(ruleset):
        if rule.is_asked:
            continue
        field = page.split(f'name="rule_{rule.key}"')[1].split("</div>")[0]
        assert f"“{rule.section}”" in field
        if rule.is_list:
            assert "Whole numbers with commas between" in field
        elif rule.is_number:
            mark = "Preset" if rule.is_decision else "By the book"
            assert f"{mark}: {rule.default}." in field
            assert f'min="{rule.least}" max="{engine.MOST}"' in field.replace(
                f' value="{rule.default}"', ""
            )
        else:
            mark = "(preset)" if rule.is_decision else "(by the book)"
            (marked,) = [line for line in field.split("<option") if mark in line]
            assert f'value="{rule.default}" selected' in marked


def test_what_is_for_three_or_five_players_alone_stands_apart(client: Client) -> None:
    page = client.get(NEW).text
    everybody, rest = page.split("With three players</h3>")
    three, five = rest.split("With five players</h3>")

    def rules(part: str) -> list[str]:
        return re.findall(r'name="rule_(\w+)"', part)

    assert rules(three) == ["three_player_rounds", "green_dragon_games"]
    assert rules(five) == ["five_player_east_stays", "fifth_round"]
    assert "flowers" in rules(everybody)
    flowers = everybody.split('name="rule_flowers"')[1].split("</div>")[0]
    assert "Has no effect with three players." in flowers
    assert "Has no effect" not in three + five


@pytest.mark.parametrize(
    "ruleset",
    [
        one
        for one in RULESETS
        if not any(rule.without for rule in engine.house_rules(one))
    ],
)
def test_a_rule_book_without_such_rules_has_no_such_headings(
    client: Client, ruleset: str
) -> None:
    page = client.get(f"{NEW}?ruleset={ruleset}").text
    assert "players</h3>" not in page
    assert "Has no effect" not in page


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


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_another_rule_book_shows_its_house_rules_and_keeps_the_dates(
    client: Client, headers: dict[str, str]
) -> None:
    sent = TYPED | {"rule_rounds": "2", "ends_on": "2027-06-30", "action": "ruleset"}
    page = client.post(NEW, sent | {"ruleset": "schmale"}, headers=headers).text
    assert ("<html" in page) != bool(headers)
    assert book_chosen(page) == "schmale"
    assert 'name="shown" value="schmale"' in page
    assert 'name="rule_losers_settle"' in page
    assert 'name="rule_snake_value"' not in page
    # Rounds are chosen in both books; what was chosen for one is not the other's.
    assert '<option value="4" selected>4 (by the book)' in page
    assert 'name="name" value="2027"' in page
    assert 'value="2027-06-30"' in page
    assert 'role="alert"' not in page
    assert not Season.objects.exists()


def test_the_rule_book_may_be_chosen_by_the_address(client: Client) -> None:
    page = client.get(f"{NEW}?ruleset=schmale").text
    assert book_chosen(page) == "schmale"
    page = client.get(f"{NEW}?ruleset=nonsense").text
    assert book_chosen(page) == "nts"


@pytest.mark.parametrize(
    ("ruleset", "chosen", "options"),
    [
        (
            "nts",
            {"rule_fifth_round": "yes", "rule_three_player_rounds": "1"},
            {"fifth_round": "yes", "three_player_rounds": 1},
        ),
        (
            "schmale",
            {
                "rule_jokers": "8",
                "rule_table": "appendix_c",
                "rule_minimum_points": "4",
            },
            {"jokers": 8, "table": "appendix_c", "minimum_points": 4},
        ),
        (
            "spiel-der-winde",
            {"rule_settlement": "credit", "rule_robbing_kong": "yes"},
            {"settlement": "credit", "robbing_kong": "yes"},
        ),
    ],
)
def test_a_season_is_opened_by_every_rule_book(
    client: Client,
    club: Club,
    ruleset: str,
    chosen: dict[str, str],
    options: dict[str, object],
) -> None:
    client.post(NEW, typed(ruleset) | chosen)
    season = club.seasons.get()
    assert (season.ruleset, season.options) == (ruleset, options)


def test_a_second_season_of_a_year_is_given_a_name_of_its_own(
    client: Client, club: Club
) -> None:
    year = str(timezone.localdate().year)
    assert f'name="name" value="{year}"' in client.get(NEW).text
    client.post(NEW, TYPED | {"name": year})
    page = client.get(NEW).text
    assert f'name="name" value="{year}"' not in page
    assert 'name="name"' in page


def test_nobody_opens_a_season_by_house_rules_that_were_not_shown(
    client: Client,
) -> None:
    page = client.post(NEW, TYPED | {"ruleset": "schmale"}).text
    assert "The house rules below have changed with the rule book." in page
    assert "One thing is not right yet." in page
    assert 'name="shown" value="schmale"' in page
    assert not Season.objects.exists()


def test_a_rule_book_that_does_not_exist_is_refused(client: Client) -> None:
    page = client.post(NEW, TYPED | {"ruleset": "nonsense"}).text
    assert "Select a valid choice" in page
    assert not Season.objects.exists()


# What the rule book leaves to its players ----------------------------------------


WINDE = typed("spiel-der-winde")


def test_the_settlement_is_asked_with_an_example_for_each_answer(
    client: Client,
) -> None:
    page = client.get(f"{NEW}?ruleset=spiel-der-winde").text
    question = page.split("Who pays whom</legend>")[1].split("</fieldset>")[0]
    assert "South’s hand is worth 64 points, East’s 24, West’s 8 and North’s 32." in (
        question
    )
    assert "checked" not in question
    answers = question.split('class="answer"')[1:]
    scores = [re.findall(r"<dd>(.*?)</dd>", answer) for answer in answers]
    assert scores == [
        ["−56", "+192", "−104", "−32"],
        ["−112", "+256", "−120", "−24"],
        ["−64", "+192", "−64", "−64"],
        ["+24", "+64", "+8", "+32"],
    ]
    assert "East pays South 64," in answers[0]
    assert "East pays South 128," in answers[1]
    assert "pays East" not in answers[2]
    assert "pays South" not in answers[3]


def test_a_season_without_an_answer_is_refused_and_told_why(client: Client) -> None:
    page = client.post(NEW, WINDE).text
    assert 'href="#id_rule_settlement"' in page
    assert page.count("The rule book does not say. Choose what holds with you.") == 2
    assert 'id="id_rule_settlement"' in page
    assert not Season.objects.exists()


@pytest.mark.parametrize("answer", ["differences", "owner_double", "credit"])
def test_the_answer_is_kept_even_if_it_is_the_first_choice(
    client: Client, club: Club, answer: str
) -> None:
    client.post(NEW, WINDE | {"rule_settlement": answer})
    season = club.seasons.get()
    assert season.options == {"settlement": answer}
    question = client.get(f"{SEASONS}{season.pk}/").text.split("Who pays whom")[1]
    (checked,) = re.findall(r'<input[^>]*value="(\w+)"[^>]* checked', question)
    assert checked == answer


def test_a_season_that_never_answered_is_asked_when_it_is_changed(
    client: Client, season: Season
) -> None:
    Season.objects.update(ruleset="spiel-der-winde")
    there = f"{SEASONS}{season.pk}/"
    question = client.get(there).text.split("Who pays whom")[1].split("</fieldset>")[0]
    assert "checked" not in question
    assert "The rule book does not say. Choose" in client.post(there, WINDE).text
    client.post(there, WINDE | {"rule_settlement": "differences"})
    season.refresh_from_db()
    assert season.options == {"settlement": "differences"}


def test_the_other_rule_books_ask_nothing(client: Client) -> None:
    for ruleset in RULESETS[:2]:
        assert "Who pays whom" not in client.get(f"{NEW}?ruleset={ruleset}").text


def test_the_rule_book_of_a_season_stays(client: Client, season: Season) -> None:
    there = f"{SEASONS}{season.pk}/"
    assert 'name="ruleset"' not in client.get(there).text
    client.post(there, TYPED | {"ruleset": "schmale", "shown": "schmale"})
    season.refresh_from_db()
    assert (season.name, season.ruleset) == ("2027", "nts")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_form_costs_the_same_for_every_rule_book(
    client: Client,
    club: Club,
    ruleset: str,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(QUERIES):
        client.get(f"{NEW}?ruleset={ruleset}")


@pytest.mark.parametrize("who", sorted(set(EVERYBODY) - set(WHO_RUNS_THE_CLUB)))
def test_others_open_no_season(club: Club, who: str) -> None:
    other = Client()
    log_in(other, club, who)
    for response in (other.get(NEW), other.post(NEW, TYPED)):
        assert response.status_code in (302, 403)
    assert not Season.objects.exists()


# Another rule book and back -------------------------------------------------------


def sent_by(page: str) -> dict[str, str]:
    """Return what a browser would send of the form of a new season."""
    form = page.split('id="season-form"')[1].split("</form>", maxsplit=1)[0]
    sent = dict(re.findall(r'<input[^>]* name="([^"]*)" value="([^"]*)"', form))
    for name, options in re.findall(
        r'<select[^>]* name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL
    ):
        sent[name] = re.findall(r'value="([^"]*)" selected', options)[0]
    return sent | {"ruleset": book_chosen(page)}


@pytest.mark.parametrize("there", ["schmale", "nts"])
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_house_rules_typed_survive_a_look_at_another_book(
    client: Client, club: Club, there: str, headers: dict[str, str]
) -> None:
    rules = {"rule_rounds": "2", "rule_flowers": "yes", "rule_minimum_doubles": "x"}
    sent = {**TYPED, **rules, "action": "ruleset", "ruleset": there}
    away = sent_by(client.post(NEW, sent, headers=headers).text)
    assert away["shown"] == there
    if there != "nts":
        assert away["rule_rounds"] != "2", "it is a rule of another book"
    back = {**away, "action": "ruleset", "ruleset": "nts"}
    sent = sent_by(client.post(NEW, back, headers=headers).text)
    assert {name: sent[name] for name in rules} == rules
    # Opened with the fault nothing is saved, and nothing lost.
    refused = client.post(NEW, sent)
    assert not club.seasons.exists()
    sent = sent_by(refused.text)
    assert {name: sent[name] for name in rules} == rules
    client.post(NEW, {**sent, "rule_minimum_doubles": "1"})
    assert club.seasons.get().options == {
        "rounds": 2,
        "flowers": "yes",
        "minimum_doubles": 1,
    }


# The method of its standings --------------------------------------------------------


def test_every_ready_made_method_stands_with_its_sentence(client: Client) -> None:
    page = client.get(NEW).text
    for preset in methods.presets():
        assert f'name="method" value="{preset.key}"' in page
        assert escape(methods.worded(preset.summary)) in page
        assert escape(methods.worded(preset.example)) in page


def test_a_season_is_opened_with_the_chosen_method(client: Client, club: Club) -> None:
    client.post(NEW, TYPED | {"method": "groene-hart"})
    kept = club.seasons.get(name="2027").method
    assert methods.preset_called("groene-hart") == preset_of(methods.method_of(kept))


def test_the_chosen_method_survives_a_look_at_another_book(client: Client) -> None:
    look = {"action": "ruleset", "method": "mean", "ruleset": "bmja"}
    page = client.post(NEW, TYPED | look).text
    assert re.search(r'value="mean"[^>]* checked', page)


def test_a_method_that_does_not_exist_is_refused(client: Client, club: Club) -> None:
    page = client.post(NEW, TYPED | {"method": "astrology"}).text
    assert "Select a valid choice" in page
    assert not club.seasons.filter(name="2027").exists()


def test_the_list_of_seasons_leads_to_their_methods(
    client: Client, season: Season
) -> None:
    assert f'href="{SEASONS}{season.pk}/method/"' in client.get(SEASONS).text
