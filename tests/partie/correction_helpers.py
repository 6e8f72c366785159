"""Corrections of one kind, as the tests make them; pages put theirs together."""

from collections.abc import Collection

from clubscore.partie.correction import Correction
from clubscore.partie.correction_services import correct
from clubscore.partie.engine import Replay
from clubscore.partie.models import Partie, Revision
from clubscore.partie.services import Write


def game_withdraw(
    *, partie: Partie, write: Write, number: int, why: str, winds: str = "played"
) -> Revision:
    """Take an earlier game out of the partie."""
    correction = Correction(without=frozenset({number}), replay=Replay(winds))
    return correct(partie=partie, write=write, correction=correction, why=why)


def seats_correct(
    *,
    partie: Partie,
    write: Write,
    number: int,
    players: Collection[str],
    holds: str = "name",
    why: str,
) -> Revision:
    """
    Seat the players anew from game *number* on, and replay it and all later games.

    *players* go by their ids, East of that game first, who rested last. What was
    entered *holds* by `name` or by `seat`.
    """
    correction = Correction(
        seats_from=number, players=tuple(players), replay=Replay(holds)
    )
    return correct(partie=partie, write=write, correction=correction, why=why)
