import re
from collections.abc import Callable

import pytest
from django.test import Client

from clubscore.club.models import Account, Club, Member, Player, Season
from clubscore.club.qr import QUIET_ZONE, qr_code
from clubscore.partie.models import Partie, TableLink
from clubscore.partie.services import link_make, links_revoke, partie_end, partie_void
from tests.club.people import EVERYBODY, WHO_STARTS_PARTIES, log_in
from tests.season.played import GAME, play, write

LINK = "/groene-hart/parties/1/link/"
SHEET = "/groene-hart/parties/1/"


@pytest.fixture
def table(season: Season, players: list[Player]) -> Partie:
    """Return a partie that is being played at a table with a link."""
    partie = play(season, players, [GAME], ends=False, table="3")
    link_make(partie=partie)
    return partie


def opened(client: Client, link: TableLink) -> str:
    """Return where the link leads; empty where it opens nothing."""
    answer = client.get(link.get_absolute_url())
    return answer.headers.get("Location", "") if answer.status_code == 302 else ""


@pytest.mark.parametrize("who", EVERYBODY)
def test_the_link_is_shown_to_who_sets_up_tables(
    client: Client, table: Partie, who: str
) -> None:
    log_in(client, table.club, who)
    answer = client.get(LINK)
    runs = who in WHO_STARTS_PARTIES
    assert answer.status_code == (200 if runs else 302 if who == "anonymous" else 403)
    address = f"http://testserver{table.links.get().get_absolute_url()}"
    assert (f">{address}<" in answer.text) == runs
    assert ('<svg class="qr"' in answer.text) == runs


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("action", ["revoke", "renew"])
def test_the_link_is_changed_by_who_sets_up_tables(
    client: Client, table: Partie, who: str, action: str
) -> None:
    log_in(client, table.club, who)
    before = table.links.get()
    answer = client.post(LINK, {"action": action})
    runs = who in WHO_STARTS_PARTIES
    assert answer.status_code == (302 if runs or who == "anonymous" else 403)
    if runs:
        assert answer.headers["Location"] == LINK
    before.refresh_from_db()
    assert (before.revoked_at is not None) == runs
    left = {True: 1 if action == "renew" else 0, False: 1}[runs]
    assert table.links.valid().count() == left


def test_who_plays_there_or_holds_the_link_shows_it_and_changes_nothing(
    client: Client, table: Partie, players: list[Player]
) -> None:
    log_in(client, table.club, "member")
    Member.objects.update(player=players[2])
    assert '<svg class="qr"' in client.get(LINK).text
    assert "Withdraw" not in client.get(LINK).text
    assert client.post(LINK, {"action": "revoke"}).status_code == 403
    client.logout()
    link = table.links.get()
    client.get(link.get_absolute_url())
    assert f">http://testserver{link.get_absolute_url()}<" in client.get(LINK).text
    assert "/login/" in client.post(LINK, {"action": "revoke"}).headers["Location"]
    assert table.links.valid().exists()


def test_a_private_clubs_table_has_no_link_for_outsiders(
    client: Client, table: Partie, outsider: Account
) -> None:
    Club.objects.update(is_public=False)
    for method in (client.get, client.post):
        assert method(LINK).status_code == 404
    client.force_login(outsider)
    for method in (client.get, client.post):
        assert method(LINK).status_code == 404


def test_a_withdrawn_link_opens_nothing_and_takes_the_table_from_its_holders(
    client: Client, table: Partie, administrator: Account
) -> None:
    Club.objects.update(is_public=False)
    link = table.links.get()
    assert opened(client, link) == f"{SHEET}record/"
    assert client.get(SHEET).status_code == 200
    host = Client()
    host.force_login(administrator)
    page = host.post(LINK, {"action": "revoke"}, follow=True).text
    assert "The link is withdrawn: it opens nothing now." in page
    assert "This table has no link." in page
    assert client.get(SHEET).status_code == 404
    gone = client.get(link.get_absolute_url())
    assert gone.status_code == 404
    assert "This link opens no table" in gone.text


def test_whoever_held_a_withdrawn_link_is_told_so_and_not_sent_to_log_in(
    client: Client, table: Partie
) -> None:
    opened(client, table.links.get())
    links_revoke(partie=table)
    answer = client.get(f"{SHEET}record/", follow=True)
    assert answer.redirect_chain == [(SHEET, 302)]
    assert "This table’s link was withdrawn." in answer.text
    stranger = Client().get(f"{SHEET}record/")
    assert stranger["Location"].startswith("/accounts/login/")


def test_a_new_link_opens_the_table_that_the_old_one_no_longer_does(
    client: Client, table: Partie, administrator: Account
) -> None:
    old = table.links.get()
    client.force_login(administrator)
    client.post(LINK, {"action": "renew"})
    new = table.links.valid().get()
    client.logout()
    assert opened(client, old) == ""
    assert opened(client, new) == f"{SHEET}record/"


@pytest.mark.parametrize("is_public", [True, False])
@pytest.mark.parametrize("ending", [partie_end, partie_void])
def test_a_link_dies_with_its_partie_and_leads_to_the_score_sheet(
    client: Client,
    table: Partie,
    administrator: Account,
    ending: Callable[..., object],
    *,
    is_public: bool,
) -> None:
    Club.objects.update(is_public=is_public)
    ending(partie=table, write=write(table), why="time")
    assert opened(client, table.links.get()) == SHEET
    assert client.get(SHEET).status_code == 200  # to be read
    answer = client.get(f"{SHEET}record/")
    assert answer.status_code == 302
    assert answer.headers["Location"] != LINK
    client.force_login(administrator)
    page = client.get(LINK).text
    assert "The partie is over, and its link with it" in page
    assert '<svg class="qr"' not in page
    client.post(LINK, {"action": "renew"})
    assert table.links.count() == 1
    client.post(LINK, {"action": "revoke"})
    assert not table.links.valid().exists()
    assert "Withdraw it" not in client.get(LINK).text


def test_the_score_sheet_leads_to_the_code(
    client: Client, table: Partie, administrator: Account
) -> None:
    assert LINK not in client.get(SHEET).text
    client.force_login(administrator)
    assert LINK in client.get(SHEET).text


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_refuses_other_methods(client: Client, table: Partie, method: str) -> None:
    assert getattr(client, method)(LINK).status_code == 405


# The code -----------------------------------------------------------------------


def squares(path: str) -> set[tuple[int, int]]:
    """Return the black squares of a code's path."""
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path)
    assert "".join(f"M{x} {y}h{n}v1h-{m}z" for x, y, n, m in runs) == path
    return {
        (int(x) + step, int(y)) for x, y, many, _ in runs for step in range(int(many))
    }


def test_a_code_is_drawn_square_by_square_inside_its_quiet_zone() -> None:
    import segno

    text = "https://clubscore.example/t/1:abc/"
    code = qr_code(text)
    rows = segno.make_qr(text, error="m").matrix
    assert code.side == len(rows) + 2 * QUIET_ZONE
    assert squares(code.path) == {
        (x + QUIET_ZONE, y + QUIET_ZONE)
        for y, row in enumerate(rows)
        for x, is_black in enumerate(row)
        if is_black
    }


def test_a_code_is_black_on_white_whatever_the_theme(
    client: Client, table: Partie, administrator: Account
) -> None:
    client.force_login(administrator)
    [svg] = re.findall(r'<svg class="qr".*?</svg>', client.get(LINK).text, re.DOTALL)
    assert 'fill="#ffffff"' in svg
    assert 'fill="#000000"' in svg
    assert 'aria-label="QR code: Table 3"' in svg
