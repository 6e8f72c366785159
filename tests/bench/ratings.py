"""How long it takes to rate all parties of a large club anew, as a correction may."""

from time import process_time

from clubscore.ranking import Strengths, list_replay, skill_replay
from tests.bench.measure import Measured
from tests.ratings.clubs import Made, parties_of

CLUB = Made(luck=3.0, has_ties=True, players=60, parties=3000)
MOST_SECONDS = 2


def run() -> bool:
    """Print what was measured; return whether all of it passes."""
    parties = parties_of(CLUB)
    begin = process_time()
    skill_replay(parties, Strengths())
    list_replay(parties)
    seconds = process_time() - begin
    name = f"both ratings of {CLUB.parties} parties of {CLUB.players} players"
    measured = Measured(name, seconds, MOST_SECONDS, "s on the processor")
    print(measured)
    return measured.passes
