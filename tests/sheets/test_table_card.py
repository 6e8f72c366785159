"""The card for the table says in six pictures how a game is recorded, on one page."""

import pytest
from django.test import Client
from django.utils import translation

from clubscore.sheets import table_card
from clubscore.sheets.models import Document
from tests.sheets.boxes import (
    MM,
    boxes,
    laid_out,
    made_of_the_page,
    overflowing,
    read,
    texts,
)

A5 = pytest.approx((148 * MM, 210 * MM), abs=1)


@made_of_the_page
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_six_pictures_stand_on_one_page_with_their_words(language: str) -> None:
    with translation.override(language):
        [page] = laid_out(table_card.job_of())
        heading = translation.gettext("The other hands")
    assert (page.width, page.height) == A5
    assert overflowing([page]) == []
    pictures = [
        box
        for box in boxes(page, "BlockReplacedBox")
        if "/help/" in box.element.get("src", "")
    ]
    assert len(pictures) == 6
    steps = [box for box in boxes(page, "BlockBox") if box.element_tag == "li"]
    assert len(steps) == 6
    for step in steps:
        lowest = max(one.position_y + one.height for one in texts(step))
        assert lowest <= step.position_y + step.height, next(texts(step)).text
    assert heading in " ".join(text.text for text in texts(page._page_box))


@pytest.mark.django_db
def test_it_is_kept_for_all_and_speaks_the_readers_language(client: Client) -> None:
    answer = client.get("/help/card.pdf?language=nl")
    assert answer["Content-Type"] == "application/pdf"
    assert "Wie won?" in read(answer.content)[0]
    of_all = Document.objects.filter(club=None)
    assert of_all.count() == 1
    assert client.get("/help/card.pdf?language=nl").content == answer.content
    assert of_all.count() == 1
