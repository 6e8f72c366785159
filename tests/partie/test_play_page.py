"""Four names and a rule book: a family plays without an account."""

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.club.models import Account, Club, Member, Role
from clubscore.partie.models import Partie, TableLink

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


@pytest.mark.django_db
def test_wrong_methods_are_refused(client: Client) -> None:
    assert client.put("/play/").status_code == 405
    assert client.post("/t/nonsense/").status_code == 405
