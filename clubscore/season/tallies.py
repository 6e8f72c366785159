"""
The tallies of a partie, from which statistics and the record book are summed up.

They are only ever written here, from a partie's games in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise, permutations
from typing import Any

from clubscore.partie import engine
from clubscore.partie.audit import Difference, rows_compared
from clubscore.partie.engine import Chronicle, FoldedGame
from clubscore.partie.entries import Kind, RecordedGame
from clubscore.partie.game_record import HandRecord
from clubscore.partie.models import Partie, Revision
from clubscore.ranking import share_of_hands, share_of_tiles
from clubscore.season.models import TWELFTHS, HeadToHead, LimitHandMade, Tally

SHORTEST = timedelta(minutes=1)
"""Games recorded closer together were entered in one go, after they were played."""
LONGEST = timedelta(minutes=45)
"""Games recorded further apart had a pause between them."""
OF_LIMIT = "limit "
"""What a limit hand's points stand behind, where hands are counted by their worth."""

Times = Mapping[int, datetime]
"""When each game was first recorded, by its entry."""


@dataclass(frozen=True, slots=True)
class Rows:
    """All rows of a partie, not yet saved."""

    tallies: list[Tally] = field(default_factory=list)
    heads: list[HeadToHead] = field(default_factory=list)
    limit_hands: list[LimitHandMade] = field(default_factory=list)


def rows_of(partie: Partie, chronicle: Chronicle, times: Times) -> Rows:
    """Return what is counted of a partie; nothing of one that is void."""
    if chronicle.is_void:
        return Rows()
    lengths = _lengths(chronicle, times)
    has_bonus = engine.has_bonus_tiles(chronicle.terms)
    counts: dict[str, _Count] = {}
    heads: dict[tuple[str, str], Counter[str]] = {}
    limit_hands: list[LimitHandMade] = []
    for played in chronicle.games:
        luck = luck_numbers(
            played.game, played.table.winds, played.result["hands"], has_bonus=has_bonus
        )
        for absent in counts.keys() - played.table.winds.values():
            counts[absent].end_run()
        for seat, player in played.table.winds.items():
            count = counts.setdefault(player, _Count())
            count.add(played, seat, player)
            count.add_length(lengths.get(played.key))
            count.number.update(luck[player])
            for one in _limit_hand(partie, played, seat, player):
                count.number["limit_hands"] += 1
                limit_hands.append(one)
        for player, opponent in permutations(played.table.winds.values(), 2):
            head = heads.setdefault((player, opponent), Counter())
            _add_to_head(head, played, player, opponent)
        _add_payments(heads, played)
    totals = chronicle.totals
    return Rows(
        [
            count.row(partie, player, 1 + sum(one > totals[player] for one in others))
            for player, count in counts.items()
            for others in [totals.values()]
        ],
        [
            _head_row(partie, pair, head, totals[pair[0]] - totals[pair[1]])
            for pair, head in heads.items()
        ],
        limit_hands,
    )


# One player -----------------------------------------------------------------------


NUMBERS = (
    *("games", "scores_only", "draws", "wins", "self_drawn", "given"),
    *("won_hands", "won_points", "lost_hands", "lost_points"),
    *("east_games", "east_wins", "east_run", "east_streak"),
    *(f"{what}_on_{seat}" for what in ("games", "wins") for seat in "eswn"),
    *("score", "squares", "limit_hands", "limits_missed"),
    *("bonus_games", "bonus", "bonus_shares", "bonus_variance"),
    *("entered_games", "entered_points", "entered_shares", "entered_variance"),
    *("entered_wins", "entered_self_drawn", "entered_drawn"),
    *("timed_games", "seconds"),
    *("chows", "pungs", "kongs"),
)
"""The columns of a tally that begin at 0."""


@dataclass(slots=True)
class _Count:
    """What is counted of one player, game by game."""

    number: Counter[str] = field(default_factory=Counter)
    best: dict[str, int] = field(default_factory=dict)
    """The best, or worst, so far, and the numbers of their games."""
    items: Counter[str] = field(default_factory=Counter)
    worths: Counter[str] = field(default_factory=Counter)
    run: int = 0
    streak: int = 0

    def add(self, played: FoldedGame, seat: str, player: str) -> None:
        """Count a game in which the player held a seat."""
        number, game = self.number, played.game
        is_won, has_won = game.winner is not None, game.winner == player
        number["games"] += 1
        number[f"games_on_{seat.lower()}"] += 1
        number["scores_only"] += game.has_scores_only
        number["draws"] += game.is_draw
        if has_won:
            number["wins"] += 1
            number[f"wins_on_{seat.lower()}"] += 1
            number["self_drawn"] += game.is_self_drawn
        number["given"] += game.giver == player
        self._add_score(played.scores[player], played.table.number)
        self._add_east(
            played.table.number,
            is_east=played.table.dealer == player,
            has_won=has_won,
        )
        hand = played.result["hands"].get(seat)
        if hand is not None:
            self._add_hand(hand, played.table.number, has_won=has_won, is_won=is_won)

    def _add_score(self, score: int, game: int) -> None:
        self.number["score"] += score
        self.number["squares"] += score * score
        self._keep("best_score", score, game)
        self._keep("worst_score", score, game, sign=-1)

    def _keep(self, name: str, value: int, game: int, *, sign: int = 1) -> None:
        """Keep a value with its game if it is better, or worse, than all before."""
        if name not in self.best or sign * value > sign * self.best[name]:
            self.best[name] = value
            self.best[f"{name}_game"] = game

    def _add_east(self, game: int, *, is_east: bool, has_won: bool) -> None:
        self.run = self.run + 1 if is_east else 0
        self.streak = self.streak + 1 if is_east and has_won else 0
        self.number["east_games"] += is_east
        self.number["east_wins"] += is_east and has_won
        for name, many in (("east_run", self.run), ("east_streak", self.streak)):
            if many > self.number[name]:
                self.number[name] = many
                self.best[f"{name}_game"] = game

    def end_run(self) -> None:
        """Count a game that went on without the player: what ran as East is over."""
        self.run = self.streak = 0

    def _add_hand(self, hand: Any, game: int, *, has_won: bool, is_won: bool) -> None:
        if is_won:
            side, best = ("won", "best_win") if has_won else ("lost", "best_loss")
            self.number[f"{side}_hands"] += 1
            self.number[f"{side}_points"] += hand["points"]
            self._keep(best, hand["points"], game)
        for item in hand["items"]:
            if engine.is_waiting(item["rule"]):
                self.number["limits_missed"] += 1
            elif item["rule"] != hand["limit"]:
                self.items[item["rule"]] += 1
        if has_won:
            self.worths[worth_key(hand)] += 1
            self.number.update(
                f"{kind}s" for kind in map(engine.kind_of_set, hand["arrangement"])
            )

    def add_length(self, length: timedelta | None) -> None:
        """Count how long a game took; None if nobody can say."""
        if length is not None:
            self.number["timed_games"] += 1
            self.number["seconds"] += round(length.total_seconds())

    def row(self, partie: Partie, player: str, place: int) -> Tally:
        """Return the row, not yet saved."""
        return Tally(
            partie=partie,
            player_id=int(player),
            place=place,
            items=dict(sorted(self.items.items())),
            won_worths=dict(sorted(self.worths.items())),
            **{name: self.number[name] for name in NUMBERS},
            **self.best,
        )


def _limit_hand(
    partie: Partie, played: FoldedGame, seat: str, player: str
) -> Iterator[LimitHandMade]:
    """Yield the row of the limit hand that the player made, if it is one."""
    hand = played.result["hands"].get(seat)
    named = played.game.limit
    if named and played.game.winner == player:
        # Its name is all that is known of it.
        yield LimitHandMade(
            partie=partie,
            game=played.table.number,
            player_id=int(player),
            key=named,
            points=played.scores[player],
        )
    limit = limit_made(hand) if hand is not None else None
    if hand is not None and limit is not None:
        yield LimitHandMade(
            partie=partie,
            game=played.table.number,
            player_id=int(player),
            key=limit,
            points=hand["points"],
        )


def limit_made(hand: Any) -> str | None:
    """Return the key of the limit hand that a hand counts as; None if as none."""
    if hand["dead"] or any(engine.is_waiting(item["rule"]) for item in hand["items"]):
        return None
    return hand["limit"] or None


def worth_key(hand: Any) -> str:
    """
    Return the key by which a winning hand is counted among those of the same worth.

    That is its points, and of a limit hand that it is one, whatever its points are.

    >>> hand = {"points": 96, "limit": None, "dead": None, "items": []}
    >>> worth_key(hand), worth_key(hand | {"points": 500, "limit": "heaven"})
    ('96', 'limit 500')
    """
    return f"{OF_LIMIT if limit_made(hand) else ''}{hand['points']}"


def _lengths(chronicle: Chronicle, times: Times) -> dict[int, timedelta]:
    """
    Return how long games took, by their entries: the time since the one before.

    Left out are the first of the partie, those entered in one go with the one before,
    and those after a pause.
    """
    found = {}
    for before, after in pairwise(chronicle.games):
        length = times[after.key] - times[before.key]
        if SHORTEST <= length <= LONGEST:
            found[after.key] = length
    return found


# Luck -----------------------------------------------------------------------------

Winds = Mapping[str, str]
"""The player on each seat, by the seat's letter."""
Valued = Mapping[str, Any]
"""What the rules say of each hand that counts, by the seat's letter."""


def luck_numbers(
    game: RecordedGame, winds: Winds, valued: Valued, *, has_bonus: bool
) -> dict[str, dict[str, int]]:
    """
    Return what a game adds to the columns of luck, for each player of it.

    They begin with `bonus` and `entered`, and are empty for a game of which too little
    is known.
    """
    found: dict[str, dict[str, int]] = {player: {} for player in winds.values()}
    tiles = _bonus_tiles(game, winds, valued) if has_bonus else {}
    for player, had in tiles.items():
        share = share_of_tiles(sum(tiles.values()), len(tiles))
        found[player] |= {
            "bonus_games": 1,
            "bonus": had,
            "bonus_shares": int(TWELFTHS * share.mean),
            "bonus_variance": int(TWELFTHS**2 * share.variance),
        }
    hands = _entered_hands(game, winds, valued)
    for player, points in hands.items():
        share = share_of_hands(list(hands.values()))
        has_won, is_drawn = game.winner == player, game.is_self_drawn
        found[player] |= {
            "entered_games": 1,
            "entered_points": points,
            "entered_shares": int(TWELFTHS * share.mean),
            "entered_variance": int(TWELFTHS**2 * share.variance),
            "entered_wins": has_won,
            "entered_self_drawn": has_won and is_drawn,
            "entered_drawn": is_drawn,
        }
    return found


def _bonus_tiles(game: RecordedGame, winds: Winds, valued: Valued) -> dict[str, int]:
    """
    Return how many flowers and seasons each had; nothing where one is not known.

    They are where everybody's tiles were counted: whoever has none of them entered
    then had none.
    """
    hands: dict[str, HandRecord] = {
        player: game.hands.get(player, {}) for player in winds.values()
    }
    is_counted = len(valued) == len(hands)
    if not is_counted or any(one.get("points") is not None for one in hands.values()):
        return {}
    return {
        player: engine.number_of_tiles(hand.get("bonus") or "")
        for player, hand in hands.items()
    }


def _entered_hands(game: RecordedGame, winds: Winds, valued: Valued) -> dict[str, int]:
    """
    Return what everybody's hand was worth; nothing where that is not a matter of tiles.

    It is one where the game was won and every hand that counts was entered tile by
    tile, none with the player's own count, and none dead: that is a fault. Where the
    winner's hand alone counts, the others are worth 0.
    """
    # Of a draw an older version kept hands as they came, whatever they were.
    if game.winner is None or not valued:
        return {}
    if any(
        one.get("points") is not None or one.get("dead") for one in game.hands.values()
    ):
        return {}
    return {
        player: valued[seat]["points"] if seat in valued else 0
        for seat, player in winds.items()
    }


# Two players ----------------------------------------------------------------------


def _add_to_head(
    head: Counter[str], played: FoldedGame, player: str, other: str
) -> None:
    head["games"] += 1
    if played.game.winner is not None:
        winner, giver = played.game.winner, played.game.giver
        head["wins"] += winner == player
        head["losses"] += winner == other
        head["taken"] += (winner, giver) == (player, other)
        head["given"] += (winner, giver) == (other, player)


def _add_payments(
    heads: dict[tuple[str, str], Counter[str]], played: FoldedGame
) -> None:
    winds = played.table.winds
    for one in played.result["payments"]:
        payer, payee = winds[one["from"]], winds[one["to"]]
        heads[payee, payer]["net"] += one["amount"]
        heads[payer, payee]["net"] -= one["amount"]


def _head_row(
    partie: Partie, pair: tuple[str, str], head: Counter[str], lead: int
) -> HeadToHead:
    names = ("games", "wins", "losses", "taken", "given", "net")
    return HeadToHead(
        partie=partie,
        player_id=int(pair[0]),
        opponent_id=int(pair[1]),
        is_ahead=lead > 0,
        is_behind=lead < 0,
        **{name: head[name] for name in names},
    )


# Writing and comparing ------------------------------------------------------------


def times_of(partie: Partie) -> dict[int, datetime]:
    """Return when each game of *partie* was first recorded, by its entry."""
    first = Revision.objects.filter(
        entry__partie=partie, entry__kind=Kind.GAME, number=1
    )
    return dict(first.values_list("entry", "made_at"))


def tally(partie: Partie, chronicle: Chronicle) -> None:
    """
    Write what is counted of a partie whose games have changed.

    The caller holds the transaction. Costs the same number of queries however many
    games there are.
    """
    rows = rows_of(partie, chronicle, times_of(partie))
    # All anew: somebody whose only game was corrected has played no longer.
    partie.tallies.all().delete()
    partie.heads.all().delete()
    partie.limit_hands.all().delete()
    Tally.objects.bulk_create(rows.tallies)
    HeadToHead.objects.bulk_create(rows.heads)
    LimitHandMade.objects.bulk_create(rows.limit_hands)


def compared(partie: Partie, chronicle: Chronicle) -> Iterator[Difference]:
    """Yield what is not as it follows from the games of *partie*."""
    rows = rows_of(partie, chronicle, times_of(partie))
    for what, stored, expected in (
        ("tallies", partie.tallies.all(), rows.tallies),
        ("heads to heads", partie.heads.all(), rows.heads),
        ("limit hands", partie.limit_hands.all(), rows.limit_hands),
    ):
        yield from rows_compared(partie, None, what, list(stored), expected)
