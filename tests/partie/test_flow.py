"""Who paid whom: bands as broad as what was paid, and the sums beside them."""

import re
from itertools import pairwise

import pytest
from django.test import Client

from clubscore.club.models import Player, Season
from clubscore.partie.derive import chronicle_from
from clubscore.partie.flow import BETWEEN, HEIGHT, THINNEST, Flow, flow_of
from clubscore.partie.models import Partie, Payment
from clubscore.partie.services import booking_record
from clubscore.rules.figures import figure
from tests.season.evening import play_evening
from tests.season.played import DRAW, play, write
from tests.table.test_partie_page import words

NAMES = {"1": "Anna", "2": "Ben", "3": "Cleo", "4": "Dirk"}
PAID = {("1", "2"): 600, ("2", "1"): 200, ("3", "2"): 300, ("4", "2"): 1}
SHEET = "/groene-hart/parties/1/"


@pytest.fixture
def evening(season: Season, players: list[Player]) -> Partie:
    """Return a partie whose payments can be added with a pencil."""
    return play_evening(season, players)


def test_what_was_paid_is_what_the_games_say(evening: Partie) -> None:
    chronicle = chronicle_from(evening)
    names = {str(one.pk): one.name for one in Player.objects.all()}
    flow = flow_of(names, names, chronicle.games)
    assert flow is not None
    paid = {(names[one], names[to]): amount for (one, to), amount in flow.paid.items()}
    assert paid == {
        ("Anna", "Ben"): 192 + 80 + 4000,
        ("Anna", "Cleo"): 6,
        ("Anna", "Dirk"): 8 + 16,
        ("Cleo", "Ben"): 96 + 80 + 4000,
        ("Cleo", "Dirk"): 4 + 10,
        ("Dirk", "Ben"): 96 + 80 + 4000,
    }
    assert flow.total == sum(Payment.objects.values_list("amount", flat=True))
    # Of the fifth game only the scores are known.
    assert flow.untold == 1


def test_the_page_shows_it_without_bookings(
    client: Client, evening: Partie, players: list[Player]
) -> None:
    anna, ben, *_ = players
    booking_record(
        partie=evening,
        write=write(evening),
        payer=ben,
        payee=anna,
        amount=50,
        why="a bet",
    )
    page = client.get(SHEET).text
    paid = page.split('id="paid"')[1].split("</section>")[0]
    # Once in the wide picture and once in that for a phone.
    assert paid.count(f"<title>Anna paid Ben {figure(4272)}</title>") == 2
    assert paid.count("<title>") == 12
    assert "Ben paid" not in paid
    table = words(paid.split("<table")[1])
    assert "Anna 4 272 6 24 4 302" in table
    assert "Ben 0 0 0 0" in table
    assert "Received 0 12 624 6 38 12 668" in table
    assert "Of one game only the scores are known." in words(paid)
    assert 'href="#paid"' in page


def test_where_nobody_paid_there_is_no_picture(
    client: Client, season: Season, players: list[Player]
) -> None:
    play(season, players, [DRAW])
    page = client.get(SHEET).text
    assert 'id="chips-chart"' in page
    assert '"#paid"' not in page
    assert 'id="paid"' not in page


def test_bands_are_as_broad_as_what_was_paid() -> None:
    flow = Flow(NAMES, NAMES, PAID, 0)
    for drawn in (flow.wide, flow.narrow):
        broad = {(band.payer, band.payee): heights(band.path) for band in drawn.bands}
        assert broad["Anna", "Ben"][0] == pytest.approx(HEIGHT * 600 / 1101, abs=0.2)
        assert broad["Ben", "Anna"][0] == pytest.approx(HEIGHT * 200 / 1101, abs=0.2)
        # A point can be seen too.
        assert broad["Dirk", "Ben"][0] == pytest.approx(THINNEST, abs=0.1)
        # A band is as broad where it ends as where it begins.
        assert all(
            one == pytest.approx(other, abs=0.2) for one, other in broad.values()
        )


def test_a_side_holds_its_bands_and_players_stand_apart() -> None:
    flow = Flow(NAMES, NAMES, PAID, 0)
    for drawn in (flow.wide, flow.narrow):
        assert [(one.name, one.sum) for one in drawn.payers] == [
            *(("Anna", 600), ("Ben", 200), ("Cleo", 300), ("Dirk", 1))
        ]
        assert [one.sum for one in drawn.payees] == [200, 901, 0, 0]
        for side in (drawn.payers, drawn.payees):
            for above, below in pairwise(side):
                assert above.y + above.height + BETWEEN <= below.y + 0.2
                # Two lines of letters of each have room.
                assert below.middle - above.middle >= 32
            assert side[-1].middle + 16 < drawn.height
        assert 0 < drawn.left < drawn.right < drawn.width


def test_a_name_is_whole_or_short_or_cut() -> None:
    names = {"1": "Wilhelmina Vos", "2": "Bartholomea Janssen", "3": "欧阳娜娜司马相如"}
    short = {"1": "Wilhelmina", "2": "Bartholomea", "3": "欧阳娜娜司马相如"}
    flow = Flow(names, short, {("1", "2"): 1, ("2", "3"): 1}, 0)
    assert [one.label for one in flow.wide.payers] == [
        *("Wilhelmina Vos", "Bartholomea", "欧阳娜娜司马…")
    ]
    assert [one.label for one in flow.narrow.payers] == [
        *("Wilhelmina", "Bartholom…", "欧阳娜娜…")
    ]


def heights(path: str) -> tuple[float, float]:
    """Return how broad a band is where it begins and where it ends."""
    x, y, *rest = map(float, re.findall(r"-?[\d.]+", path))
    to_y, to_end, end = rest[5], rest[6], rest[12]
    assert rest[11] == x
    return round(end - y, 1), round(to_end - to_y, 1)
