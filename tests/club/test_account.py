import pytest
from django.test import Client

from clubscore.club.models import Account
from tests.conftest import prove


@pytest.mark.django_db
def test_an_account_needs_no_email() -> None:
    account = Account(username="anna")
    account.set_password("one long enough for 4 winds")
    account.full_clean()


@pytest.mark.django_db
def test_staff_reach_the_admin_pages(client: Client) -> None:
    client.force_login(Account.objects.create_superuser("staff"))
    prove(client)
    assert client.get("/admin/club/account/").status_code == 200


@pytest.mark.django_db
def test_others_are_sent_to_log_in(client: Client) -> None:
    client.force_login(Account.objects.create_user("anna"))
    response = client.get("/admin/club/account/")
    assert response.status_code == 302
    assert response["Location"].startswith("/admin/login/")
