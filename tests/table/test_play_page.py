"""Four names and a rule book: a family plays without an account."""

import datetime as dt
import re
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db.models import F
from django.test import Client
from django.utils import timezone

from clubscore.club.login import MOST_CLUBS
from clubscore.club.models import Account, Club, LoginAttempt, Member, Role
from clubscore.partie import services
from clubscore.partie.models import Partie, TableLink
from clubscore.table.views import start as starting

NAMES = ["Anna", "Ben", "Cleo", "Dirk"]


def answers(names: list[str] | None = None, chips: str = "notepad") -> dict[str, str]:
    """Return what is typed at /play/."""
    typed = {f"name_{place}": name for place, name in enumerate(names or NAMES)}
    return {**typed, "ruleset": "nts", "chips": chips}


@pytest.mark.django_db
def test_four_names_start_a_table_that_can_be_recorded_at(client: Client) -> None:
    response = client.post("/play/", answers(), follow=True)
    partie = Partie.objects.get()
    assert partie.club.name == "Anna, Ben, Cleo & Dirk"
    (link, _), (record, _) = response.redirect_chain
    assert link.startswith("/t/")
    assert record == f"/anna-ben-cleo-dirk/parties/{partie.number}/record/"
    assert "Game 1" in response.text


@pytest.mark.django_db
def test_the_club_is_private_and_its_season_has_no_end(client: Client) -> None:
    client.post("/play/", answers(), follow=True)
    club = Club.objects.get()
    season = club.seasons.get()
    assert not club.is_public
    assert (season.name, season.ends_on) == (str(timezone.localdate().year), None)
    assert season.starts_on.timetuple()[1:3] == (1, 1)
    assert Client().get(f"/{club.slug}/parties/1/").status_code == 404
    assert client.get(f"/{club.slug}/parties/1/").status_code == 200


@pytest.mark.django_db
def test_the_names_sit_as_they_were_typed(client: Client) -> None:
    client.post("/play/", answers())
    seats = Partie.objects.get().seats.select_related("player")
    assert [seat.player.name for seat in seats] == NAMES


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("chips", "rounding"), [("chips", "tens"), ("notepad", "none")]
)
def test_chips_are_rounded_to_and_a_notepad_is_not(
    client: Client, chips: str, rounding: str
) -> None:
    client.post("/play/", answers(chips=chips))
    partie = Partie.objects.get()
    assert partie.options["rounding"] == rounding
    assert partie.uses_chips is (chips == "chips")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Anna", "anna ", "Cleo", "Dirk"], "stands here twice"),
        (["Anna", "Änna", "Cleo", "Dirk"], "stands here twice"),
        (["Anna", "  ", "Cleo", "Dirk"], "Who sits here? Enter a name."),
        (["Anna", "B" * 41, "Cleo", "Dirk"], "too long"),
    ],
)
def test_what_is_wrong_with_a_name_is_said_and_the_others_stay(
    client: Client, names: list[str], said: str
) -> None:
    page = client.post("/play/", answers(names)).text
    assert page.count(said) == 2  # at the top and at the field
    assert 'href="#id_name_1"' in page
    assert 'value="Dirk"' in page
    assert not Club.objects.exists()


@pytest.mark.django_db
def test_four_long_names_still_make_a_club(client: Client) -> None:
    client.post("/play/", answers([letter * 40 for letter in "ABCD"]))
    assert len(Club.objects.get().name) == 100


@pytest.mark.django_db
def test_two_families_of_the_same_names_have_two_clubs() -> None:
    for _ in range(2):
        Client().post("/play/", answers())
    assert len(set(Club.objects.values_list("slug", flat=True))) == 2


def test_whoever_is_logged_in_runs_the_club(client: Client, outsider: Account) -> None:
    client.force_login(outsider)
    client.post("/play/", answers())
    member = Member.objects.get()
    assert (member.account, member.role) == (outsider, Role.ADMINISTRATOR)


@pytest.mark.django_db
def test_the_link_opens_the_table_on_another_phone(client: Client) -> None:
    client.post("/play/", answers())
    address = TableLink.objects.get().get_absolute_url()
    other = Client()
    assert other.get(address, follow=True).status_code == 200
    assert other.get("/anna-ben-cleo-dirk/parties/1/record/").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["nonsense", "MQ:1abcde:forged"])
def test_a_forged_link_is_told_so_kindly(client: Client, token: str) -> None:
    response = client.get(f"/t/{token}/")
    assert response.status_code == 404
    assert "This link opens no table" in response.text


@pytest.mark.django_db
def test_a_revoked_link_opens_nothing_any_more(client: Client) -> None:
    client.post("/play/", answers())
    link = TableLink.objects.get()
    client.get(link.get_absolute_url())
    link.revoked_at = timezone.now()
    link.save()
    assert client.get(link.get_absolute_url()).status_code == 404
    assert client.get("/anna-ben-cleo-dirk/parties/1/record/").status_code == 404


# A double tap ---------------------------------------------------------------------


def key_in(page: str) -> str:
    """Return the key of the form that a page shows."""
    (key,) = re.findall(r'name="key" value="([^"]*)"', page)
    return str(UUID(key))


@pytest.mark.django_db
def test_a_second_tap_leads_to_the_same_table_link(client: Client) -> None:
    sent = answers() | {"key": key_in(client.get("/play/").text)}
    first, second = (client.post("/play/", sent) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert first["Location"] == TableLink.objects.get().get_absolute_url()
    assert Partie.objects.count() == Club.objects.count() == 1


@pytest.mark.django_db
def test_a_form_shown_anew_makes_another_table(client: Client) -> None:
    for _ in range(2):
        client.post("/play/", answers() | {"key": key_in(client.get("/play/").text)})
    assert Partie.objects.count() == Club.objects.count() == 2


@pytest.mark.django_db
def test_going_back_to_type_other_names_makes_another_table(client: Client) -> None:
    key = {"key": str(uuid4())}
    client.post("/play/", answers() | key)
    client.post("/play/", answers(["Anna", "Ben", "Cleo", "Eva"]) | key)
    assert Partie.objects.count() == Club.objects.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("keys", [{}, {"key": ""}, {"key": "nonsense"}])
def test_a_form_without_a_key_makes_a_table_each_time(
    client: Client, keys: dict[str, str]
) -> None:
    for _ in range(2):
        client.post("/play/", answers() | keys)
    assert Partie.objects.count() == 2


@pytest.mark.django_db
def test_the_key_stays_when_the_form_is_shown_again(client: Client) -> None:
    key = str(uuid4())
    wrong = client.post("/play/", answers(["Anna", "", "Cleo", "Dirk"]) | {"key": key})
    drawn = client.post("/play/", answers() | {"key": key, "action": "redraw"})
    assert key_in(wrong.text) == key_in(drawn.text) == key
    # Nobody hands out a key in an address.
    assert key_in(client.get(f"/play/?key={key}").text) != key


@pytest.mark.django_db
def test_a_second_tap_does_not_hand_out_a_renewed_link(client: Client) -> None:
    sent = answers() | {"key": str(uuid4())}
    made = client.post("/play/", sent)["Location"]
    services.link_renew(partie=Partie.objects.get())
    assert client.post("/play/", sent)["Location"] == made
    assert client.get(made).status_code == 404


@pytest.mark.django_db
def test_of_two_taps_at_once_the_later_leaves_nothing_behind(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = answers() | {"key": str(uuid4())}
    first = client.post("/play/", sent)
    # The later one looks before the earlier one is there, and starts as well.
    look, seen = starting._link_made, []

    def look_too_early(start_key: UUID | None) -> TableLink | None:
        seen.append(start_key)
        return look(start_key) if len(seen) > 1 else None

    monkeypatch.setattr(starting, "_link_made", look_too_early)
    assert client.post("/play/", sent)["Location"] == first["Location"]
    assert len(seen) == 2
    assert Partie.objects.count() == Club.objects.count() == 1


@pytest.mark.django_db
def test_no_two_parties_have_one_start_key(client: Client) -> None:
    client.post("/play/", answers() | {"key": str(uuid4())})
    partie = Partie.objects.get()
    with pytest.raises(ValidationError):
        services.partie_start(
            season=partie.season,
            players=[seat.player for seat in partie.seats.all()],
            day=partie.evening.date,
            start_key=partie.start_key,
        )


@pytest.mark.django_db
def test_wrong_methods_are_refused(client: Client) -> None:
    assert client.put("/play/").status_code == 405
    assert client.post("/t/nonsense/").status_code == 405


# Too many -------------------------------------------------------------------------

TOO_MANY = "Too many tables were started from here."


def start(client: Client, times: int) -> None:
    """Start so many tables."""
    for _ in range(times):
        assert client.post("/play/", answers()).status_code == 302


@pytest.mark.django_db
def test_an_address_starts_twenty_tables_an_hour(client: Client) -> None:
    start(client, MOST_CLUBS)
    refused = client.post("/play/", answers(["Eva", "Finn", "Gina", "Hugo"]))
    assert TOO_MANY in refused.text
    assert "Wait 60 minutes, then try again." in refused.text
    # What was typed stays.
    assert 'value="Gina"' in refused.text
    assert Club.objects.count() == MOST_CLUBS
    start(Client(REMOTE_ADDR="192.0.2.7"), 1)
    # Somebody's login makes no difference to how long it counts.
    LoginAttempt.objects.update(made_at=F("made_at") - dt.timedelta(minutes=59))
    Client().post("/accounts/login/", {"username": "otto", "password": "wrong"})
    refused = client.post("/play/", answers())
    assert "Wait a minute, then try again." in refused.text
    LoginAttempt.objects.update(made_at=F("made_at") - dt.timedelta(minutes=1))
    start(client, 1)


@pytest.mark.django_db
def test_a_second_tap_and_what_is_wrong_are_not_counted(client: Client) -> None:
    sent = answers() | {"key": str(uuid4())}
    for _ in range(MOST_CLUBS + 5):
        assert client.post("/play/", sent).status_code == 302
        client.post("/play/", answers() | {"name_0": ""})
    assert LoginAttempt.objects.count() == 1
    start(client, 1)


@pytest.mark.django_db
def test_only_the_link_to_the_first_table_of_nobodys_club_says_that_it_gives_it(
    client: Client,
) -> None:
    client.post("/play/", answers(), follow=True)
    partie = Partie.objects.select_related("club").get()
    page = f"{partie.get_absolute_url()}link/"
    says = "whoever has this link can take it over"
    assert says in client.get(page).text
    Club.objects.update(is_unclaimed=False)
    shown = client.get(page).text
    assert '<svg class="qr"' in shown
    assert says not in shown
