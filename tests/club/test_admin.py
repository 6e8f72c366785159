import pytest
from django.test import Client

from clubscore.club.models import Account, Club, Member
from tests.conftest import prove


@pytest.fixture(autouse=True)
def _is_staff(client: Client, db: None) -> None:
    client.force_login(Account.objects.create_superuser("staff"))
    prove(client)


@pytest.mark.parametrize("model", ["account", "club", "member"])
def test_staff_list_and_add(client: Client, administrator: Account, model: str) -> None:
    assert client.get(f"/admin/club/{model}/").status_code == 200
    assert client.get(f"/admin/club/{model}/add/").status_code == 200
    assert client.get(f"/admin/club/{model}/?q=hart").status_code == 200


def test_staff_change(client: Client, administrator: Account, club: Club) -> None:
    member = Member.objects.get()
    for there in (
        f"account/{administrator.pk}",
        f"club/{club.pk}",
        f"member/{member.pk}",
    ):
        assert client.get(f"/admin/club/{there}/change/").status_code == 200


def test_clubs_are_not_deleted_here(client: Client, club: Club) -> None:
    assert client.get(f"/admin/club/club/{club.pk}/delete/").status_code == 403
