"""What the tests of what is printed share."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from clubscore.club.models import Account, Club, Member, Role
from clubscore.demo.bar import Bar
from clubscore.demo.schedule import DemoSize, fill_clubs
from clubscore.partie.models import Partie
from clubscore.sheets import pdf
from clubscore.sheets.models import Document
from tests.sheets.boxes import read

DAY = dt.date(2026, 11, 17)


@dataclass(frozen=True)
class Demo:
    """A club with a partie that was played to its end, and one at its seventh game."""

    club: Club
    finished: Partie
    open: Partie

    def pdf(self, address: str, **headers: str) -> bytes:
        """Return the PDF at an address of the club."""
        response = Client().get(f"/{self.club.slug}/{address}", headers=headers)
        assert response.status_code == 200, response
        assert response["Content-Type"] == "application/pdf"
        return bytes(response.content)

    def pages(self, address: str) -> list[str]:
        """Return the text of the pages at an address of the club."""
        return read(self.pdf(address))


@pytest.fixture(scope="package")
def demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Demo]:
    """Return the demo club, played once for all tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        plan = DemoSize(seed=7, clubs=1, parties=3, today=DAY)
        fill_clubs(plan, lambda *_title: Bar("", 1, "", io.StringIO()))
        first, _second, last = Partie.objects.order_by("number")
        yield Demo(first.club, first, last)
        transaction.set_rollback(True)


@pytest.fixture
def nothing_printed(db: None) -> None:
    """Forget, for a test, what others have printed of the demo club."""
    Document.objects.all().delete()


@pytest.fixture
def scorekeeper(client: Client, club: Club) -> Client:
    """Return the browser of a scorekeeper."""
    account = Account.objects.create_user("mia", password="tiles and winds")
    Member.objects.create(club=club, account=account, role=Role.SCOREKEEPER)
    client.force_login(account)
    return client


@pytest.fixture(scope="package", autouse=True)
def _press_goes_home() -> Iterator[None]:
    """End the press when the last sheet is printed."""
    yield
    pdf.close()
