"""Parties by every rule book, for the tests of what the table does with them."""

import re
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.test import Client

from clubscore.club.models import Club, Season
from clubscore.partie import engine, services
from clubscore.partie.derive import chronicle_from
from clubscore.partie.models import Partie, Revision
from tests.conftest import CAST, players_in
from tests.partie.test_services import DRAW, write
from tests.table.test_partie_page import words

NAMES = [*CAST, "Eva"]

Start = Callable[..., Partie]
"""Starts a partie: a rule book, how many players, options."""


def start_in(club: Club, ruleset: str, many: int = 4, **options: Any) -> Partie:
    """Start a partie of the cast, with Eva as the fifth, in a season of its own."""
    uses_chips = options.pop("uses_chips", False)
    if ruleset == "spiel-der-winde":
        # The book does not say who pays whom.
        options.setdefault("settlement", "differences")
    day = options.pop("day", "2026-01-01")
    season = Season.objects.create(
        club=club,
        name=f"{ruleset} {Season.objects.count()}",
        slug=f"s{Season.objects.count()}",
        starts_on="2026-01-01",
        ruleset=ruleset,
    )
    names = NAMES[:many]
    known = {player.name: player for player in club.players.all()}
    missing = players_in(club, *(name for name in names if name not in known))
    known |= {player.name: player for player in missing}
    return services.partie_start(
        season=season,
        players=[known[name] for name in names],
        day=day,
        options=options,
        uses_chips=uses_chips,
    )


def seats_shown(partie: Partie, east: str | None = None) -> dict[str, Any]:
    """Return who sits where in the next game, as a page made now shows it."""
    chronicle = chronicle_from(Partie.objects.get(pk=partie.pk))
    is_known = east in chronicle.state.places
    table = engine.next_table(chronicle, east if is_known else None)
    return asdict(engine.Shown.of(table))


def key_of(partie: Partie, name: str) -> str:
    """Return a player's id, as forms and records have it."""
    return str(partie.results.get(player__name=name).player_id)


def won(winner: str, giver: str | None = None, **changes: Any) -> dict[str, Any]:
    """Return an outcome in which a seat won."""
    return {
        "kind": "win",
        "winner": winner,
        "winning_tile": None,
        "source": "discard" if giver else "wall",
        "from": giver,
        "circumstances": [],
        "completes": None,
        "pao": None,
        **changes,
    }


def counted(winner: str, giver: str | None = None, **points: int) -> dict[str, Any]:
    """Return a game whose players counted their hands themselves."""
    hands = {seat: {"points": many} for seat, many in points.items()}
    return {"hands": hands, "outcome": won(winner, giver)}


def play(
    partie: Partie, game: dict[str, Any] = DRAW, east: str | None = None
) -> Revision:
    """Record a game; *east* is a name."""
    key = key_of(partie, east) if east is not None else None
    return services.game_record(
        partie=partie, write=write(partie), record=game, east=key
    )


def scores(partie: Partie, number: int) -> dict[str, int]:
    """Return what a game came to for everybody who played."""
    game = partie.games.get(number=number)
    return {one.player.name: one.score for one in game.scores.select_related("player")}


def dealers(partie: Partie) -> list[str]:
    """Return who was East, or owned the game, in every game."""
    return [game.dealer.name for game in partie.games.select_related("dealer")]


# Pages --------------------------------------------------------------------------

SHEET = "/groene-hart/parties/1/"


def page_of(client: Client, address: str) -> str:
    """Return what a page of the partie says."""
    return words(client.get(SHEET + address).text)


def seats_on(page: str) -> list[str]:
    """Return what stands at each seat of a page's table."""
    listed = page.split('<ol class="seats')[1].split("</ol>", maxsplit=1)[0]
    return [words(one.split(">", 1)[1]) for one in listed.split("<li")[1:]]


def chosen_in(page: str, field: str) -> list[str]:
    """Return which values of a question are chosen."""
    asked = page.split(f'id="id_{field}"')[1].split("</fieldset>", maxsplit=1)[0]
    return re.findall(r'value="(\w*)"[^>]*checked', asked)


def typed(partie: Partie, **changes: Any) -> dict[str, Any]:
    """
    Return what is typed for a game.

    A name stands for its player, and `Anna_hand_sets` for a field of her hand.
    """
    version = Partie.objects.get(pk=partie.pk).version
    keys = {one.player.name: str(one.player_id) for one in partie.results.all()}
    sent: dict[str, Any] = {
        "version": str(version),
        "key": f"key {version}",
        "action": "record",
    }
    for name, said in changes.items():
        player, _hand, part = name.partition("_hand_")
        field = f"hand-{keys[player]}-{part}" if part else name
        if isinstance(said, list):
            sent[field] = [keys.get(one, one) for one in said]
        else:
            sent[field] = keys.get(said, said)
    return sent
