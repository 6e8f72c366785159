"""
Counting a partie anew, the slow way: from the rows of its games and from what was said.

Nothing is shared with the app's own counting but the columns' names.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from itertools import groupby, permutations
from typing import Any

from clubscore.club.models import Club, Player
from clubscore.partie.models import Game, GameScore, Partie, Revision
from clubscore.partie.scores import Score
from tests.ranking.naive_skill import NaiveClub


def best_of(pairs: Sequence[tuple[int | None, int]], sign: int = 1) -> tuple[Any, Any]:
    """Return the highest value, or the lowest, and the first game that has it."""
    known = [(sign * value, -game) for value, game in pairs if value is not None]
    if not known:
        return None, None
    value, game = max(known)
    return sign * value, -game


def longest(flags: list[tuple[bool, int]]) -> tuple[int, int | None]:
    """Return how many games in a row have the flag, and the last of the first such."""
    found = [
        (len(run), -run[-1])
        for is_set, group in groupby(flags, key=lambda one: one[0])
        if is_set
        for run in [[game for _flag, game in group]]
    ]
    many, last = max(found, default=(0, 0))
    return many, -last or None


def kind_of(text: str) -> str | None:
    """Return what is counted of an arrangement: three different tiles are a chow."""
    digits = "".join(filter(str.isdigit, text))
    if len(digits) == 3:
        return "pungs" if len(set(digits)) == 1 else "chows"
    return "kongs" if len(digits) == 4 else None


def lengths(games: list[Game]) -> dict[int, int]:
    """Return how many seconds games took, by their numbers, as far as is known."""
    times = [
        Revision.objects.get(entry=game.entry_id, number=1).made_at for game in games
    ]
    return {
        game.number: round((times[place] - times[place - 1]).total_seconds())
        for place, game in enumerate(games)
        if place
        and timedelta(minutes=1)
        <= times[place] - times[place - 1]
        <= timedelta(minutes=45)
    }


def recounted(partie: Partie) -> dict[int, dict[str, Any]]:
    """Return what is counted of each player, by their ids and the columns' names."""
    if partie.is_void:
        return {}
    games = list(partie.games.order_by("number"))
    took = lengths(games)
    totals = dict(partie.results.values_list("player", "score"))
    players = {score.player_id for game in games for score in game.scores.all()}
    return {pk: _player(pk, games, took, totals) for pk in players}


def _player(
    pk: int, games: list[Game], took: dict[int, int], totals: Mapping[int, Score]
) -> dict[str, Any]:
    mine = [(game, game.scores.get(player=pk)) for game in games if _at(game, pk)]
    won = [(game, score) for game, score in mine if game.winner_id == pk]
    lost = [
        (game, score)
        for game, score in mine
        if game.outcome == "win" and game.winner_id != pk
    ]
    hands = {
        game.number: (game.revision.result or {})["hands"].get(score.seat)
        for game, score in mine
    }
    items: Counter[str] = Counter()
    sets: Counter[str] = Counter()
    for game, _score in mine:
        hand = hands[game.number]
        for item in hand["items"] if hand else ():
            if item["rule"] != hand["limit"] and not item["rule"].startswith("waiting"):
                items[item["rule"]] += 1
        if hand and game.winner_id == pk:
            sets.update(filter(None, map(kind_of, hand["arrangement"])))
    scores = [(score.score, game.number) for game, score in mine]
    waited = sum(
        item["rule"].startswith("waiting")
        for hand in hands.values()
        if hand
        for item in hand["items"]
    )
    is_dealer = [(_dealt(game, pk), game.number) for game in games]
    streak = [
        (_dealt(game, pk) and game.winner_id == pk, game.number) for game in games
    ]
    bonus = [_bonus(game) for game, _score in mine]
    known = [one for one in bonus if one is not None]
    shares = [sum(one.values()) * (12 // len(one)) for one in known]
    timed = [took[game.number] for game, _score in mine if game.number in took]
    best_win = best_of([(score.points, game.number) for game, score in won])
    best_loss = best_of([(score.points, game.number) for game, score in lost])
    best_score, worst_score = best_of(scores), best_of(scores, -1)
    return {
        "games": len(mine),
        "scores_only": sum("scores" in game.revision.said for game, _score in mine),
        "draws": sum(game.outcome == "draw" for game, _score in mine),
        "wins": len(won),
        "self_drawn": sum(game.giver_id is None for game, _score in won),
        "given": sum(game.giver_id == pk for game, _score in mine),
        "won_hands": sum(score.points is not None for _game, score in won),
        "won_points": sum(score.points or 0 for _game, score in won),
        "best_win": best_win[0],
        "best_win_game": best_win[1],
        "won_worths": dict(
            Counter(
                f"{'limit ' * _is_limit(hands[game.number])}{score.points}"
                for game, score in won
                if score.points is not None
            )
        ),
        "lost_hands": sum(score.points is not None for _game, score in lost),
        "lost_points": sum(score.points or 0 for _game, score in lost),
        "best_loss": best_loss[0],
        "best_loss_game": best_loss[1],
        "east_games": sum(_dealt(game, pk) for game, _score in mine),
        "east_wins": sum(_dealt(game, pk) for game, _score in won),
        "east_run": longest(is_dealer)[0],
        "east_run_game": longest(is_dealer)[1],
        "east_streak": longest(streak)[0],
        "east_streak_game": longest(streak)[1],
        **{
            f"games_on_{seat.lower()}": sum(one.seat == seat for _game, one in mine)
            for seat in "ESWN"
        },
        **{
            f"wins_on_{seat.lower()}": sum(one.seat == seat for _game, one in won)
            for seat in "ESWN"
        },
        "score": sum(score for score, _game in scores),
        "squares": sum(score**2 for score, _game in scores),
        "best_score": best_score[0],
        "best_score_game": best_score[1],
        "worst_score": worst_score[0],
        "worst_score_game": worst_score[1],
        "place": 1 + sum(other > totals[pk] for other in totals.values()),
        "limit_hands": sum(_is_limit(hands[game.number]) for game, _score in mine),
        "limits_missed": waited,
        "bonus_games": len(known),
        "bonus": sum(one[str(pk)] for one in known),
        "bonus_shares": sum(shares),
        "bonus_variance": sum(
            share * 12 * (len(one) - 1) // len(one)
            for share, one in zip(shares, known, strict=True)
        ),
        **_entered(pk, mine),
        "timed_games": len(timed),
        "seconds": sum(timed),
        "chows": sets["chows"],
        "pungs": sets["pungs"],
        "kongs": sets["kongs"],
        "items": dict(items),
    }


def _entered(pk: int, mine: list[tuple[Game, GameScore]]) -> dict[str, int]:
    """Return what is counted of the games whose hands were entered tile by tile."""
    found: Counter[str] = Counter()
    for game, score in mine:
        said = (game.revision.said.get("hands") or {}).values()
        worths = [one.points for one in game.scores.all()]
        if game.outcome != "win" or all(one is None for one in worths):
            continue
        if any("points" in one and one["points"] is not None for one in said):
            continue
        if any(one.dead for one in game.scores.all()):
            continue
        known = [one or 0 for one in worths]
        mean = Fraction(sum(known), len(known))
        apart = sum((one - mean) ** 2 for one in known) / len(known)
        is_drawn = game.giver_id is None
        found["entered_games"] += 1
        found["entered_points"] += score.points or 0
        found["entered_shares"] += int(12 * mean)
        found["entered_variance"] += int(144 * apart)
        found["entered_wins"] += game.winner_id == pk
        found["entered_self_drawn"] += game.winner_id == pk and is_drawn
        found["entered_drawn"] += is_drawn
    names = ("games", "points", "shares", "variance", "wins", "self_drawn", "drawn")
    return {f"entered_{name}": found[f"entered_{name}"] for name in names}


def _at(game: Game, pk: int) -> bool:
    return game.scores.filter(player=pk).exists()


def _dealt(game: Game, pk: int) -> bool:
    return game.dealer_id == pk


def _is_limit(hand: Any) -> bool:
    if not hand or not hand["limit"]:
        return False
    return not any(one["rule"].startswith("waiting") for one in hand["items"])


def _bonus(game: Game) -> dict[str, int] | None:
    """Return everybody's flowers and seasons; None where they are not known."""
    seats = {score.seat: str(score.player_id) for score in game.scores.all()}
    said = game.revision.said.get("hands") or {}
    # One book always plays with them, the other where its option says so.
    is_winde = game.partie.ruleset == "spiel-der-winde"
    plays_with_them = is_winde or game.partie.options.get("flowers") == "yes"
    valued = (game.revision.result or {})["hands"]
    if not plays_with_them or set(valued) != set(seats):
        return None
    if any(hand.get("points") is not None for hand in said.values()):
        return None
    return {
        player: sum(map(str.isdigit, said.get(player, {}).get("bonus", "")))
        for player in seats.values()
    }


def heads_recounted(partie: Partie) -> dict[tuple[int, int], dict[str, Any]]:
    """Return what each had to do with each other, by both their ids."""
    if partie.is_void:
        return {}
    totals = dict(partie.results.values_list("player", "score"))
    found: dict[tuple[int, int], dict[str, Any]] = {}
    for (one, score), (other, others) in permutations(totals.items(), 2):
        both = partie.games.filter(scores__player=one).filter(scores__player=other)
        games = list(both)
        if not games:
            continue
        paid = [pay for game in games for pay in game.payments.all()]
        found[one, other] = {
            "games": len(games),
            "wins": sum(game.winner_id == one for game in games),
            "losses": sum(game.winner_id == other for game in games),
            "taken": sum(
                (game.winner_id, game.giver_id) == (one, other) for game in games
            ),
            "given": sum(
                (game.winner_id, game.giver_id) == (other, one) for game in games
            ),
            "net": sum(
                pay.amount * ((pay.payee_id == one) - (pay.payer_id == one))
                for pay in paid
                if {pay.payee_id, pay.payer_id} == {one, other}
            ),
            "is_ahead": score > others,
            "is_behind": score < others,
        }
    return found


# Ratings ------------------------------------------------------------------------------


@dataclass
class RatingNow:
    """What somebody has come to, party after party."""

    skill: tuple[float, float]
    """Strength and deviation."""
    parties: int = 0
    points: int = 0


def person(player: Player) -> Player:
    """Return who a player has turned out to be."""
    return person(player.merged_into) if player.merged_into else player


def ratings_recounted(club: Club) -> dict[tuple[int, int], dict[str, Any]]:
    """Return what each partie of a club changed, by its number and the person's id."""
    now: dict[int, RatingNow] = {}
    skills = NaiveClub()
    found = {}
    over = club.parties.filter(is_finished=True, is_void=False)
    for partie in over.order_by("evening__date", "number"):
        scores = _sat_to_the_end(partie)
        if len(scores) < 3:
            continue
        for pk in scores:
            now.setdefault(pk, RatingNow(skills.strength(str(pk))))
        before = {pk: (now[pk].skill, now[pk].points) for pk in scores}
        places = {
            pk: 1 + sum(other > score for other in scores.values())
            for pk, score in scores.items()
        }
        skills.add(
            partie.evening.date,
            [str(pk) for pk in scores],
            [places[pk] for pk in scores],
        )
        points = _points_gained(scores, {pk: now[pk].points for pk in scores}, places)
        for pk in scores:
            now[pk].skill = skills.strength(str(pk))
            now[pk].parties += 1
            now[pk].points += points[pk]
        for pk in scores:
            found[partie.number, pk] = {
                "place": places[pk],
                "before": before[pk],
                "after": (now[pk].skill, now[pk].points),
                "parties": now[pk].parties,
            }
    return found


def _sat_to_the_end(partie: Partie) -> dict[int, int]:
    """Return the scores of those who shared their chair with nobody, by persons."""
    rows = GameScore.objects.filter(game__partie=partie).select_related("player")
    scores: Counter[int] = Counter()
    chairs: dict[int, set[int]] = {}
    for row in rows:
        stands_for = partie.results.get(player=row.player).stands_for or row.player
        chairs.setdefault(person(stands_for).pk, set()).add(person(row.player).pk)
        scores[person(row.player).pk] += row.score
    alone = [min(sat) for sat in chairs.values() if len(sat) == 1]
    return {pk: scores[pk] for pk in sorted(alone)}


def _points_gained(
    scores: dict[int, int], points: dict[int, int], places: dict[int, int]
) -> dict[int, int]:
    """Return what the classical list gives each: an eighth of better than expected."""
    many = len(scores)
    gained = {}
    for pk, score in scores.items():
        actual = Fraction(many * score - sum(scores.values()), many)
        expected = Fraction(many * points[pk] - sum(points.values()), many)
        eighth = (actual - expected) / 8
        half_up = int(abs(eighth) + Fraction(1, 2))
        gained[pk] = half_up if eighth > 0 else -half_up
    lowest = max(places.values())
    pays = max(
        (pk for pk in scores if places[pk] == lowest), key=lambda pk: (points[pk], pk)
    )
    gained[pays] -= sum(gained.values())
    return gained
