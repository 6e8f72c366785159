"""The people around a club, for tests that ask who may do what."""

from django.test import Client

from clubscore.club.models import Account, Club, Member, Role
from tests.conftest import prove

EVERYBODY = [
    "anonymous",
    "outsider",
    "member",
    "scorekeeper",
    "administrator",
    "superuser",
]
INSIDERS = ["member", "scorekeeper", "administrator", "superuser"]
WHO_STARTS_PARTIES = ["scorekeeper", "administrator", "superuser"]
WHO_RUNS_THE_CLUB = ["administrator", "superuser"]


def log_in(client: Client, club: Club, who: str) -> Account | None:
    """Let *client* be one of EVERYBODY; return the account."""
    if who == "anonymous":
        return None
    account = Account.objects.create_user(
        f"the-{who}", password="tiles and winds", is_superuser=who == "superuser"
    )
    if who in Role.values:
        Member.objects.create(club=club, account=account, role=who)
    client.force_login(account)
    if who == "superuser":
        prove(client)
    return account
