"""Names at the table, however long they are."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Player
from clubscore.partie.models import Partie

WORDS_CUT = """names => names.filter(name => {
  const range = document.createRange();
  const text = name.firstChild;
  return [...text.data.matchAll(/[^\\s-]+-?/g)].some(word => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }) || name.scrollHeight > name.clientHeight;
}).map(name => name.textContent)"""
"""The names of which a word stands in two lines, or a line is missing."""


@pytest.mark.parametrize(
    "names",
    [
        ("Anna", "Anneke", "Wilhelm", "Jo"),
        ("Wilhelmina van der Meulen", "Maximiliane-Sophie", "Bartholomeus", "Jo"),
    ],
)
def test_no_name_is_cut_on_a_phone(
    page: Page, live_server: LiveServer, partie: Partie, names: tuple[str, ...]
) -> None:
    for player, name in zip(Player.objects.order_by("pk"), names, strict=True):
        player.name = name
        player.clean()
        player.save()
    page.goto(f"{live_server.url}{partie.get_absolute_url()}")
    assert page.locator(".seats strong").evaluate_all(WORDS_CUT) == []
