"""A whole partie in Debian's Firefox without a network; run by `make firefox`."""

from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from clubscore.club.models import Club
from clubscore.partie.services import link_make
from tests.browser.firefox import TapsInFirefox, firefox
from tests.browser.phones import NOTHING_WAITS
from tests.browser.taps import table_of
from tests.browser.test_offline_parties import (
    begin,
    expect_all_of_it,
    expect_on_the_sheet,
    play_to_the_end,
)


@pytest.mark.asked_by_name("make firefox")
def test_a_whole_partie_without_a_network_is_what_the_server_has_of_it(
    tmp_path: Path, live_server: LiveServer, club: Club
) -> None:
    partie = table_of(club, "nts", uses_chips=True)
    with firefox(tmp_path) as browser:
        table = TapsInFirefox(browser, partie)
        browser.open(live_server.url + link_make(partie=partie).get_absolute_url())
        begin(table)
        browser.cut_network(is_cut=True)
        told = play_to_the_end(table)
        expect_on_the_sheet(table, len(told))
        browser.cut_network(is_cut=False)
        table.wait_until(NOTHING_WAITS)
        expect_all_of_it(partie, told)
