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
from tests.sheets.boxes import boxes, filled, laid_out, overflowing, read, texts
from tests.sheets.test_round_sheet import some_other_rule

KEYS = [rules.key for rules in engine.rulesets()]
LEAST = 0.7
"""So much of each side of a card is filled, at least."""
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


def in_one_line(text: str) -> str:
    """Return a text as it is whatever lines it stands in: one may end in a hyphen."""
    return " ".join(text.split()).replace("- ", "-")


@pytest.mark.parametrize(
    ("key", "players", "language"),
    [
        *((key, 4, "en") for key in KEYS),
        *((key, 4, "de") for key in KEYS),
        ("nts", 5, "de"),
        ("nts", 5, "nl"),
        ("schmale", 5, "de"),
        ("schmale", 3, "nl"),
    ],
)
def test_it_has_two_sides_with_every_item_and_limit_hand(
    key: str, players: int, language: str
) -> None:
    with translation.override(language):
        asked = context(key, players)
        pages = laid_out(card.job_of(CLUB, asked))
        reference = asked["reference"]
        names = [translation.gettext(entry.name) for entry in reference.entries]
        said_too = [
            translation.gettext(one)
            for one in (
                *(limit.definition for limit in reference.limit_hands),
                *(
                    entry.decision.decided
                    for entry in reference.decisions
                    if not entry.is_of_play
                ),
                *(rule.text for rule in reference.at_the_table),
            )
        ]
    # A book without hands of its own has one side to say.
    has_hands = engine.takes_tiles(key)
    assert len(pages) == (2 if has_hands else 1)
    assert overflowing(pages) == []
    empty = [round(filled(page), 2) for page in pages if filled(page) < LEAST]
    assert not has_hands or empty == []
    found = (text.text for page in pages for text in texts(page._page_box))
    said = in_one_line(" ".join(found))
    assert [name for name in names if in_one_line(name) not in said] == []
    card_says = asked["card"]
    for sentence in (
        *card_says.precedences,
        *card_says.paying,
        *card_says.dealing,
        *said_too,
    ):
        assert in_one_line(sentence) in said
    pictures = [
        box
        for page in pages
        for box in boxes(page, "InlineReplacedBox")
        if "/tiles/" in box.element.get("src", "")
    ]
    tiles = sum(
        len(engine_tiles(group.strip("()")))
        for picture in (
            *(one for limit in reference.limit_hands for one in limit.pictures),
            # Where items go by their worth, each is drawn in its first form.
            *(item.pictures[0] for item in reference.winners if reference.is_by_worth),
        )
        for group in picture.groups
    )
    assert len(pictures) == tiles
    assert (tiles > 100) == has_hands


@pytest.mark.django_db
def test_the_clubs_house_rules_are_marked(season: Season) -> None:
    season.options = some_other_rule()
    season.save()
    answer = Client().get("/groene-hart/rules/nts.pdf?season=2026")
    front, back = read(answer.content)
    assert "Het Groene Hart · 2026" in front
    assert "*" in back
    assert Client().get("/groene-hart/rules/poker.pdf").status_code == 404


@pytest.mark.parametrize(
    ("key", "first"), [("spiel-der-winde", "Offener"), ("schmale", "hat.")]
)
def test_no_line_is_broken_after_its_first_word(
    client: Client, club: Club, key: str, first: str
) -> None:
    client.cookies["__Host-language"] = "de"
    pages = read(client.get(f"/{club.slug}/rules/{key}.pdf").content)
    lines = [line.strip() for page in pages for line in page.splitlines()]
    assert any(first in line for line in lines)
    assert first not in lines
