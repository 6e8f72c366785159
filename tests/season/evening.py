"""
A partie of five games that can be counted with a pencil.

NTS with flowers and seasons. Anna, Ben, Cleo and Dirk sit down as East, South, West and
North; the deal passes when East does not win, and stays on a draw.

1. Anna deals. Ben wins with 96, a discard of Anna's. Dirk has a flower: 4. Everybody
   was counted tile by tile. Ben gets 192 of Anna, 96 of Cleo, 96 of Dirk; Dirk gets 8
   of Anna and 4 of Cleo: Anna −200, Ben +384, Cleo −100, Dirk −84.
2. Ben deals and wins with 40, self-drawn: 80 of each. The hands were counted by the
   players themselves: Cleo 10, Dirk 20, Anna 4. Dirk gets 10 of Cleo and 16 of Anna,
   Cleo 6 of Anna: Ben +240, Cleo −84, Dirk −54, Anna −102.
3. Ben deals and wins with thirteen orphans, 2000, a discard of Anna's: 4000 of each:
   Ben +12000, the others −4000.
4. Ben deals. A draw.
5. Ben deals. Of a sheet only the scores are known: Anna won, self-drawn: Anna +90, the
   others −30.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from clubscore.club.models import Player, Season
from clubscore.partie.models import Partie, Revision
from clubscore.partie.services import game_record, partie_start, scores_record
from tests.partie.rule_books import counted, won
from tests.rules.golden import block_titled
from tests.season.played import DRAW, write

FLOWER: dict[str, Any] = {
    name: block_titled("A bonus tile").record[name] for name in ("hands", "outcome")
}
OWN_COUNT = counted("E", E=40, S=10, W=20, N=4)
ORPHANS: dict[str, Any] = {
    "hands": {"E": {"tiles": "119m19p19s1234567z"}},
    "outcome": won("E", "N", winning_tile="1m"),
}
MINUTES = (0, 8, 20, 20, 80)
"""When each game was recorded: the fourth in one go with the third, the fifth after a
pause of an hour. Two games can be timed: 8 and 12 minutes."""


def play_evening(
    season: Season, players: list[Player], day: dt.date = dt.date(2026, 11, 17)
) -> Partie:
    """Play the five games."""
    partie = partie_start(
        season=season, players=players, day=day, options={"flowers": "yes"}
    )
    for game in (FLOWER, OWN_COUNT, ORPHANS, DRAW):
        game_record(partie=partie, write=write(partie), record=game)
    anna, *others = (str(player.pk) for player in players)
    scores_record(
        partie=partie,
        write=write(partie),
        scores={anna: 90, **dict.fromkeys(others, -30)},
        outcome={
            "kind": "win",
            "winner": anna,
            "source": "wall",
            "from": None,
            "winning_tile": None,
        },
    )
    return partie


def minutes_after(
    partie: Partie, minutes: tuple[int, ...]
) -> Mapping[int, dt.datetime]:
    """Return the times of the games, had they been recorded so many minutes after."""
    entries = partie.games.order_by("number").values_list("entry", flat=True)
    start = Revision.objects.filter(entry__partie=partie).earliest("made_at").made_at
    return {
        entry: start + dt.timedelta(minutes=many)
        for entry, many in zip(entries, minutes, strict=True)
    }
