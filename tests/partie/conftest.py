"""What the tests of the table share."""

import pytest
from django.test import Client

from clubscore.club.models import Account, Club, Member, Role


@pytest.fixture
def scorekeeper(client: Client, club: Club) -> Client:
    """Return the browser of a scorekeeper."""
    account = Account.objects.create_user("mia", password="tiles and winds")
    Member.objects.create(club=club, account=account, role=Role.SCOREKEEPER)
    client.force_login(account)
    return client
