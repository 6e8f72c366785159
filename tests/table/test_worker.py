"""The service worker: the whole site's, asked for anew, with nothing private in it."""

import pytest
from django.test import Client

from clubscore.club.models import Account


def test_the_worker_is_the_whole_sites_and_never_stale(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/"
    assert answer["Cache-Control"] == "no-cache"
    assert 'importScripts("/static/js/table/sw.js")' in answer.text


def test_it_knows_where_a_phone_changes_hands(client: Client) -> None:
    code = client.get("/sw.js").text
    assert '"/accounts/login/"' in code
    assert '"/accounts/logout/"' in code
    # There somebody makes an account and is logged in at once.
    assert '"/accounts/invitations/*/"' in code
    assert '"/*/keep/"' in code


def test_it_needs_no_session(client: Client) -> None:
    assert "Cookie" not in client.get("/sw.js").get("Vary", "")


def test_workers_come_from_the_site_alone(client: Client) -> None:
    policy = client.get("/sw.js")["Content-Security-Policy"]
    assert "worker-src 'self'" in policy


@pytest.mark.django_db
def test_the_page_for_no_signal_is_nobodys(
    client: Client, administrator: Account
) -> None:
    stranger = client.get("/offline.html")
    client.force_login(administrator)
    known = client.get("/offline.html")
    assert known.text == stranger.text
    assert "willem" not in known.text
    assert not known.cookies
    german = client.get("/offline.html", headers={"accept-language": "de"})
    assert german["Content-Language"] == "de"
    assert "Kein Empfang" in german.text
