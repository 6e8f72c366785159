"""What happens to every answer of the site."""

import gzip

import pytest
from django.test import Client

from clubscore.club.models import Club

pytestmark = pytest.mark.django_db


def test_a_page_is_compressed_for_who_takes_it_so(client: Client, club: Club) -> None:
    plain = client.get("/groene-hart/")
    small = client.get("/groene-hart/", headers={"accept-encoding": "gzip"})
    assert "Content-Encoding" not in plain
    assert small["Content-Encoding"] == "gzip"
    assert club.name in gzip.decompress(small.content).decode()
    assert len(small.content) < len(plain.content) / 2


def test_what_has_an_etag_goes_out_with_the_same_etag(
    client: Client, club: Club
) -> None:
    polls = {"accept-encoding": "gzip", "hx-request": "true"}
    live = client.get("/groene-hart/live/", headers=polls)
    assert "Content-Encoding" not in live
    assert live["ETag"].startswith('"')
