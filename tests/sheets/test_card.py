"""The reference card has everything of a rule book on two sides."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from clubscore.club import engine
from clubscore.club.models import Club, Season
from clubscore.partie.engine import tile_names as engine_tiles
from clubscore.partie.engine.reference import card_of
from clubscore.sheets import card
from tests.sheets.boxes import boxes, laid_out, overflowing, read, texts
from tests.sheets.test_round_sheet import some_other_rule

KEYS = [rules.key for rules in engine.rulesets()]
CLUB = Club(pk=1, name="Het Groene Hart", slug="groene-hart")


def context(key: str, players: int) -> dict[str, Any]:
    """Return a rule book as it stands in the book."""
    found = card_of(key, {}, players)
    return {
        "club": CLUB,
        "season": None,
        "card": found,
        "reference": found.reference,
        "rules": found.reference.ruleset,
    }


@pytest.mark.parametrize(
    ("key", "players", "language"),
    [*((key, 4, "en") for key in KEYS), ("nts", 5, "de"), ("schmale", 3, "nl")],
)
def test_it_has_two_sides_with_every_item_and_limit_hand(
    key: str, players: int, language: str
) -> None:
    with translation.override(language):
        asked = context(key, players)
        pages = laid_out(card.job_of(CLUB, asked))
        reference = asked["reference"]
        entries = (*reference.everybodys, *reference.winners, *reference.limit_hands)
        names = [translation.gettext(entry.name) for entry in entries]
    assert len(pages) == 2
    assert overflowing(pages) == []
    found = (text.text for page in pages for text in texts(page._page_box))
    said = " ".join(" ".join(found).split())
    assert [name for name in names if name not in said] == []
    for sentence in (*asked["card"].paying, *asked["card"].dealing):
        assert sentence in said
    pictures = [
        box
        for page in pages
        for box in boxes(page, "InlineReplacedBox")
        if "/tiles/" in box.element.get("src", "")
    ]
    tiles = sum(
        len(engine_tiles(group))
        for limit in reference.limit_hands
        for group in limit.groups
    )
    assert len(pictures) == tiles > 100


@pytest.mark.django_db
def test_the_clubs_house_rules_are_marked(season: Season) -> None:
    season.options = some_other_rule()
    season.save()
    answer = Client().get("/groene-hart/rules/nts.pdf?season=2026")
    front, back = read(answer.content)
    assert "Het Groene Hart · 2026" in front
    assert "*" in back
    assert Client().get("/groene-hart/rules/poker.pdf").status_code == 404
