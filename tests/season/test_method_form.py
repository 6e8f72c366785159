"""The form of a standings method: nothing is lost, and nothing changes by itself."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubscore.club import methods
from clubscore.club.models import Season
from clubscore.club.services import season_method_change
from clubscore.ranking import (
    KINDS,
    PRESETS,
    Choices,
    Flag,
    Method,
    MethodError,
    OneChoice,
    Points,
    PointsByPlace,
    SettingValue,
    Whole,
    changed,
    method_to_json,
    settings_in,
)
from clubscore.ranking.fields import Json
from tests.club.people import log_in
from tests.season.test_club_page import words

Form = list[tuple[str, str]]
"""What a browser would send of a form: names and values."""


class FormReader(HTMLParser):
    """Collects what a browser would send of the one form that is meant."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.wanted = form
        self.is_within = False
        self.select = ""
        self.is_fresh = False
        """Whether the next option is the first one, which a browser takes."""
        self.sent: Form = []
        self.focused: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a field and its value."""
        known = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.is_within = known.get("id") == self.wanted
        if not self.is_within or known.get("name") == "csrfmiddlewaretoken":
            return
        if "autofocus" in known:
            self.focused.append(known["id"])
        name, value = known.get("name", ""), known.get("value", "")
        if tag == "input" and known.get("type") == "checkbox":
            if "checked" in known:
                self.sent.append((name, known.get("value", "on")))
        elif tag == "input":
            self.sent.append((name, value))
        elif tag == "select":
            self.select = name
            self.sent.append((name, ""))
        elif tag == "option" and ("selected" in known or self.is_fresh):
            self.sent[-1] = (self.select, value)
        self.is_fresh = tag == "select"


def read(page: str) -> FormReader:
    """Return the method's form on a page."""
    reader = FormReader("method-form")
    reader.feed(page)
    return reader


def form_of(page: str) -> Form:
    """Return what a browser would send of the method's form."""
    return read(page).sent


def markup(page: str, name: str) -> str:
    """Return what stands in the element of that id, which holds none of its kind."""
    found = re.search(
        rf'<(\w+)[^>]* id="{re.escape(name)}"[^>]*>(.*?)</\1>', page, re.DOTALL
    )
    assert found is not None, name
    return found[2]


def inside(page: str, name: str) -> str:
    """Return the words in the element of that id."""
    return words(markup(page, name))


def put(form: Form, name: str, *values: str) -> Form:
    """Return the form with other values in the fields of that name."""
    place = next(at for at, one in enumerate(form) if one[0] == f"asked:{name}") + 1
    if name.endswith(".kind"):
        place = next(at for at, one in enumerate(form) if one[0] == name)
    rest = [one for one in form if one[0] != name]
    return [*rest[:place], *((name, value) for value in values), *rest[place:]]


def data_of(form: Form, action: str) -> dict[str, Any]:
    """Return a form with one of its buttons, as the test client takes it."""
    data: dict[str, Any] = {"action": action}
    for name, value in form:
        data.setdefault(name, []).append(value)
    return data


@pytest.fixture
def address(client: Client, season: Season) -> str:
    """Return the address of a season's method; its administrator is logged in."""
    log_in(client, season.club, "administrator")
    return f"/groene-hart/settings/seasons/{season.pk}/method/"


def kept(season: Season) -> Method:
    """Return the method that is in force."""
    return methods.method_of(Season.objects.get(pk=season.pk).method)


def keep(season: Season, method: Method) -> None:
    """Put a method in force."""
    season_method_change(
        season=season, method=methods.stored(method), substitutes="substitute"
    )


NUMBERS = [
    (preset, one.path)
    for preset, ready in PRESETS.items()
    for one in settings_in(ready.method)
    if isinstance(one.kind, Whole | Points | PointsByPlace)
]


@pytest.mark.parametrize("is_saved_before", [True, False])
@pytest.mark.parametrize(("preset", "path"), NUMBERS)
def test_a_wrong_value_mended_changes_only_itself(
    client: Client,
    season: Season,
    address: str,
    preset: str,
    path: str,
    is_saved_before: bool,
) -> None:
    method = PRESETS[preset].method
    if is_saved_before:
        keep(season, method)
        form = form_of(client.get(address).text)
    else:
        form = form_of(client.post(address, {"preset": preset}).text)
    before = kept(season)
    right = dict(form)[path]
    # Typed, looked at, saved all the same: three times the same fault.
    for action in ("show", "save", "save"):
        wrong = put(form, path, "8 leden")
        refused = client.post(address, data_of(wrong, action=action))
        assert refused.status_code == 422
        assert kept(season) == before
        form = form_of(refused.text)
        assert [one for one in form if not one[0].startswith("asked:")] == [
            one for one in wrong if not one[0].startswith("asked:")
        ]
    mended = client.post(address, data_of(put(form, path, right), action="save"))
    assert mended.status_code == 302
    assert kept(season) == method


def test_the_error_stands_at_its_field_in_an_open_panel_with_the_focus(
    client: Client, season: Season, address: str
) -> None:
    keep(season, PRESETS["groene-hart"].method)
    form = form_of(client.get(address).text)
    refused = client.post(
        address, data_of(put(form, "evening.quorum", "8 leden"), action="save")
    ).text
    assert re.findall(r'<details id="part-(\w+)"[^>]* open', refused) == ["evening"]
    assert inside(refused, "wrong-evening-quorum") == (
        "Give a whole number from 0 to 500."
    )
    assert read(refused).focused == ["evening.quorum"]
    assert '<a href="#evening.quorum">Give a whole number' in refused
    assert "Something is wrong in here." in inside(refused, "says-evening")
    # The others still say what they mean.
    assert "75" in inside(refused, "says-counting")
    assert "once the method is right" in inside(refused, "dry-run")


def test_the_panel_of_a_valid_change_stays_open_with_the_focus(
    client: Client, season: Season, address: str
) -> None:
    keep(season, PRESETS["groene-hart"].method)
    form = form_of(client.get(address).text)
    shown = client.post(
        address, data_of(put(form, "evening.quorum", "9"), action="show")
    ).text
    assert re.findall(r'<details id="part-(\w+)"[^>]* open', shown) == ["evening"]
    assert read(shown).focused == ["evening.quorum"]
    assert kept(season) == PRESETS["groene-hart"].method


def test_a_part_of_another_kind_and_back_has_what_was_typed(
    client: Client, season: Season, address: str
) -> None:
    form = form_of(client.post(address, {"preset": "groene-hart"}).text)
    form = put(form, "evening.attendance", "2,5")
    form = put(form, "giving.ties", "given", "")
    there = form_of(
        client.post(
            address, data_of(put(form, "evening.kind", "parties"), action="show")
        ).text
    )
    # The quorum means the same with both kinds.
    assert dict(there)["evening.quorum"] == "8"
    assert "evening.attendance" not in dict(there)
    there = put(there, "evening.quorum", "6")
    there = form_of(
        client.post(
            address, data_of(put(there, "giving.kind", "score"), action="show")
        ).text
    )
    back = put(put(there, "evening.kind", "evenings"), "giving.kind", "table_points")
    saved = client.post(address, data_of(back, action="save"))
    assert saved.status_code == 302
    assert kept(season) == changed(
        PRESETS["groene-hart"].method,
        {"evening.attendance": "5/2", "evening.quorum": 6, "giving.ties": ["given"]},
    )


def test_a_namesake_of_another_kind_begins_as_usual(
    client: Client, season: Season, address: str
) -> None:
    # Ten results of the season are not ten evenings of a period.
    keep(season, changed(Method(), {"counting.kind": "best", "counting.number": 10}))
    form = put(form_of(client.get(address).text), "counting.kind", "best_of_periods")
    assert client.post(address, data_of(form, action="save")).status_code == 302
    assert method_to_json(kept(season))["counting"] == {
        "kind": "best_of_periods",
        "number": 5,
        "evenings": 7,
    }


def test_parts_that_do_not_go_together_lose_nothing(
    client: Client, season: Season, address: str
) -> None:
    form = form_of(client.post(address, {"preset": "best-five-of-seven"}).text)
    form = put(form, "deductions.unfinished", "25")
    refused = client.post(
        address, data_of(put(form, "counting.kind", "all"), action="save")
    )
    assert refused.status_code == 422
    clash = "Only a season in periods has play-offs after each of them."
    assert inside(refused.text, "wrong-counting-kind") == clash
    assert inside(refused.text, "wrong-honours-play_offs") == clash
    assert not Season.objects.get().method
    mended = put(form_of(refused.text), "honours.play_offs", "0")
    assert client.post(address, data_of(mended, action="save")).status_code == 302
    assert kept(season) == changed(
        PRESETS["best-five-of-seven"].method,
        {
            "counting.kind": "all",
            "honours.play_offs": 0,
            "deductions.unfinished": 25,
        },
    )


def test_a_kind_or_substitute_that_there_is_none_of_saves_nothing_unmeant(
    client: Client, season: Season, address: str
) -> None:
    keep(season, PRESETS["groene-hart"].method)
    form = put(form_of(client.get(address).text), "giving.kind", "luck")
    refused = client.post(address, data_of(form, action="save"))
    assert refused.status_code == 422
    assert "Choose one of these" in inside(refused.text, "wrong-giving-kind")
    assert kept(season) == PRESETS["groene-hart"].method
    form = form_of(client.get(address).text)
    odd = [("substitutes", "luck") if one[0] == "substitutes" else one for one in form]
    assert client.post(address, data_of(odd, action="save")).status_code == 302
    assert Season.objects.get().substitutes == "substitute"


def test_a_change_draws_anew_what_follows_from_it_and_no_field(
    client: Client, season: Season, address: str
) -> None:
    page = client.get(address).text
    form = re.search(r'<form method="post" id="method-form"[^>]*>', page)
    assert form is not None
    assert 'hx-swap="none ' in form[0]
    drawn = re.search(r'hx-select-oob="([^"]*)"', form[0])
    assert drawn is not None
    for selector in drawn[1].split(","):
        inside = markup(page, selector.removeprefix("#"))
        assert "<input" not in inside
        assert "<select" not in inside


# Random edits ------------------------------------------------------------------------

TYPED = st.text("0123456789 ,;./½abc-", max_size=8)


def typed(one: SettingValue) -> st.SearchStrategy[list[str]]:
    """Return what somebody may put into the fields of a setting, right or wrong."""
    match one.kind:
        case Flag():
            return st.sampled_from([[], ["on"]])
        case OneChoice(names):
            return st.sampled_from([[member.value] for member, _ in names])
        case Choices(names):
            each = st.sampled_from(["", *(member.value for member, _ in names)])
            return st.lists(each, min_size=len(names), max_size=len(names))
        case PointsByPlace(places):
            right = st.lists(st.integers(0, 20), min_size=places, max_size=places)
            return st.one_of(
                TYPED, right.map(lambda some: " ".join(map(str, some)))
            ).map(lambda text: [text])
        case _:
            return st.one_of(TYPED, st.integers(0, 99).map(str)).map(lambda one: [one])


def meant(one: SettingValue, values: list[str]) -> Json:
    """Return the value that is meant by what was put into a setting's fields."""
    match one.kind:
        case Flag():
            return bool(values)
        case Choices():
            return list(dict.fromkeys(filter(None, values)))
        case _:
            return values[0]


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(chance=st.data())
def test_whatever_is_not_touched_is_unchanged(
    client: Client, season: Season, address: str, chance: st.DataObject
) -> None:
    before = PRESETS[chance.draw(st.sampled_from(list(PRESETS)))].method
    keep(season, before)
    form = form_of(client.get(address).text)
    meanings: dict[str, Json] = {}
    # Several edits one after the other, each shown before the next.
    for _ in range(chance.draw(st.integers(1, 4))):
        fields = settings_in(changed(before, kinds_in(form)))
        one = chance.draw(st.sampled_from(fields))
        values = chance.draw(typed(one))
        form = put(form, one.path, *values)
        meanings[one.path] = meant(one, values)
        shown = client.post(address, data_of(form, action="show"))
        form = form_of(shown.text)
        assert kept(season) == before
    saved = client.post(address, data_of(form, action="save"))
    try:
        wanted = changed(before, meanings)
    except MethodError as error:
        assert saved.status_code == 422
        assert kept(season) == before
        for problem in error.problems:
            wrong = f"wrong-{problem.field.replace('.', '-')}"
            assert inside(saved.text, wrong), problem
        for path, value in meanings.items():
            if isinstance(value, str):
                assert (path, value) in form_of(saved.text)
    else:
        assert saved.status_code == 302
        assert kept(season) == wanted


def kinds_in(form: Form) -> dict[str, str]:
    """Return the kinds that the form has chosen."""
    return {
        name: value for name, value in form if name in {f"{of}.kind" for of in KINDS}
    }
