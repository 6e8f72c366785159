"""The page that ends a partie early."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.partie.models import Partie


@pytest.mark.django_db
def test_a_reason_that_is_tapped_ends_a_partie(
    scorekeeper: Client, partie: Partie
) -> None:
    address = reverse("table:end", args=[partie.club.slug, partie.number])
    page = scorekeeper.get(address)
    assert b'name="reason" value="The time is up"' in page.content
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.text))
    scorekeeper.post(
        address,
        {
            # The button, and the line that was left empty.
            "reason": ["The time is up", ""],
            "version": hidden["version"],
            "key": hidden["key"],
        },
    )
    page = scorekeeper.get(partie.get_absolute_url())
    assert "The time is up" in page.content.decode()
