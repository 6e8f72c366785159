"""Errors: their order, what they quote, and what they tell of a field."""

from itertools import pairwise
from typing import Any

import pytest

from clubscore.rules import RulesError, replay_record, score_record
from clubscore.rules.errors import Code, quoted, raise_first
from clubscore.rules.hands import GIVEN, Source
from clubscore.rules.items import LimitHand
from clubscore.rules.rulesets import RULESETS
from tests.rules.golden import WORKED_EXAMPLE
from tests.rules.test_mutants_found import played

SEATS = ("E", "S", "W", "N", None)


def first_of(*errors: RulesError) -> RulesError:
    """Return which of the errors is reported."""
    with pytest.raises(RulesError) as caught:
        raise_first(list(errors))
    return caught.value


@pytest.mark.parametrize(("earlier", "later"), list(pairwise(Code)))
def test_the_code_that_the_contract_names_first_is_reported(
    earlier: Code, later: Code
) -> None:
    errors = RulesError(later, "", seat="E"), RulesError(earlier, "", seat="N")
    assert first_of(*errors).code is earlier


@pytest.mark.parametrize(("earlier", "later"), list(pairwise(SEATS)))
def test_of_one_code_the_first_seat_is_reported_and_last_what_is_nobodys(
    earlier: str | None, later: str | None
) -> None:
    errors = (
        RulesError(Code.BAD_SET, "", seat=later),
        RulesError(Code.BAD_SET, "", seat=earlier),
    )
    assert first_of(*errors).seat == earlier


def test_without_an_error_none_is_raised() -> None:
    raise_first([])


def test_a_message_quotes_a_hundred_characters() -> None:
    assert quoted("x" * 100) == "x" * 100
    assert quoted("x" * 101) == "x" * 100
    assert quoted(["x"]) == "list"


# What a message says ---------------------------------------------------------------


def refused(record: Any) -> RulesError:
    """Return why a game cannot be scored."""
    with pytest.raises(RulesError) as caught:
        score_record(record)
    return caught.value


def refused_partie(*games: Any, **fields: Any) -> RulesError:
    """Return why a partie cannot be replayed."""
    names = ["Anna", "Ben", "Cleo", "Dirk"]
    partie = {"ruleset": "nts", "players": names, "games": list(games)} | fields
    with pytest.raises(RulesError) as caught:
        replay_record(partie)
    return caught.value


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (
            played(hands__N={"sets": ["(52m)"], "complete": False}),
            "North: “(25m)” is not a pair",
        ),
        (
            played(hands__N={"sets": ["(555m"], "complete": False}),
            "“(555m” is not a set. Write its tiles, in parentheses",
        ),
        (
            played(hands__N={"sets": ["555m)"], "complete": False}),
            "“555m)” is not a set. Write its tiles, in parentheses",
        ),
        (
            played(hands__S__tiles="3s"),
            "South has 15 tiles; a winning hand has 14.",
        ),
        (
            played(hands__S={"sets": ["(1111z)"], "tiles": "123456789m"}),
            "South has 13 tiles; a winning hand with kongs (here 1) has 15.",
        ),
        (
            played(hands__E={"sets": ["(1111z)", "2222p"], "tiles": "123m"}),
            "East has 11 tiles; a whole hand with kongs (here 2) has 15. Enter",
        ),
        (
            played(hands__E={"tiles": "123m"}),
            "East has 3 tiles; a whole hand has 13. Enter",
        ),
        (
            played(hands__E={"sets": ["4444s"], "complete": False}),
            (
                "All hands together hold 4 of bamboos more often than it is in the"
                " game. Check who has it."
            ),
        ),
        (
            # Dealt tiles are no 1 of circles that somebody drew or was given.
            played(
                hands__E=played()["hands"]["S"],
                hands__S=played()["hands"]["E"],
                outcome__winner="E",
                outcome__source="deal",
                outcome__from=None,
                outcome__winning_tile="1p",
                outcome__circumstances=["bird_eats_cake"],
            ),
            "Bird eats cake is won with a 1 of circles.",
        ),
        (
            played(
                hands__E={"sets": ["4444s"], "complete": False},
                outcome__source="robbed_kong",
                outcome__winning_tile="5m",
            ),
            "hold 4 of bamboos more often than it is in the game. Check who has it.",
        ),
        (
            played(
                hands__E={"sets": ["4444s"], "complete": False},
                outcome__winning_tile="4s",
            ),
            "hold 4 of bamboos more often than it is in the game. Check who has it.",
        ),
        (
            played(
                hands__E={"sets": ["4444s"], "complete": False},
                outcome__source="robbed_kong",
                outcome__winning_tile="4s",
            ),
            "4 of bamboos more often than it is in the game. After a robbed kong the",
        ),
        (
            played(
                hands__E={"bonus": "3f2y", "complete": False},
                hands__N={"bonus": "1y2y3f", "complete": False},
                options={"flowers": "yes"},
            ),
            "All hands together hold chrysanthemum more often",
        ),
        (
            played(
                hands__E={"bonus": "3f2y3f", "complete": False},
                options={"flowers": "yes"},
            ),
            "East has 2 times chrysanthemum, more than there are in the game.",
        ),
        (
            played(outcome__source="deal", outcome__from=None),
            "South cannot win with the dealt tiles; only East can.",
        ),
        (
            {
                "ruleset": "spiel-der-winde",
                "owner": "E",
                "hands": played()["hands"],
                "outcome": {"kind": "win", "winner": "S", "source": "deal"},
            },
            "South cannot win with the dealt tiles; only the owner can.",
        ),
        (
            played(outcome__winning_tile="9s"),
            "South’s hand does not hold the winning tile, 9 of bamboos.",
        ),
        (
            played(
                hands__S={"sets": ["(9999s)"], "tiles": "123456m456p55z"},
                outcome__winning_tile="9s",
            ),
            "does not hold the winning tile, 9 of bamboos, outside a kong.",
        ),
        (
            played(outcome__circumstances=["first_turn"], outcome__from="W"),
            "In the first turn South cannot have won in this way.",
        ),
        (
            played(x=1),
            (
                "The field “x” is unknown here. Known are: hands, options, outcome,"
                " owner, players, remark, round_wind, ruleset."
            ),
        ),
        (
            played(outcome__source="sky"),
            (
                "The field “outcome.source” must be one of: wall, replacement,"
                " replacement_bonus, discard, robbed_kong, deal."
            ),
        ),
        (
            played(outcome__winner="X"),
            "The field “outcome.winner” must be a seat that plays: E, S, W, N.",
        ),
        (
            played(hands__N={"complete": False, "claims": ["red"]}),
            (
                "the claim “red” is unknown. Known are: half_flush,"
                " half_flush_terminals, terminals_and_honours, full_flush,"
                " all_honours, waiting:clean_pairs, waiting:dragon_snake,"
            ),
        ),
        (
            played(players=3, hands={"E": {"complete": False, "claims": ["red"]}}),
            (
                "all_honours, waiting:clean_pairs, waiting:dragon_snake,"
                " waiting:honour_pairs, waiting:nine_gates, waiting:pure_pairs,"
                " waiting:seven_pairs, waiting:very_clean_pairs."
            ),
        ),
        (
            played(options={"rounding": "fives"}),
            "“rounding” can be: none, tens.",
        ),
        (
            played(options={"minimum_doubles": -1}),
            "“minimum_doubles” is a whole number from 0 up.",
        ),
        (
            played(
                ruleset="american",
                options={"rounds": 13},
                hands={"S": {"points": 25}},
            ),
            "“rounds” is a whole number: 1–12.",
        ),
        (
            played(ruleset="riichi"),
            (f"There is no ruleset “riichi”. Known are: {', '.join(RULESETS)}."),
        ),
        (
            played(players="four", ruleset="riichi"),
            "The field “players” must be how many play: 3, 4, 5.",
        ),
        (
            played(hands__N={"points": 5.0}),
            "The field “hands.N.points” must be a whole number from 0 to 1000000.",
        ),
        (
            played(remark=5),
            "The field “remark” must be a text of at most 200 characters.",
        ),
        (
            played(hands__N={"tiles": "123q", "complete": False}),
            "“1q” is not a tile.",
        ),
        (
            played(hands__N={"tiles": "m12", "complete": False}),
            "“m” is not a tile.",
        ),
        (
            played(hands__N={"tiles": "1m23", "complete": False}),
            "“23” is not a tile.",
        ),
        (
            played(hands__N={"tiles": "0j", "complete": False}),
            "This game is played without jokers.",
        ),
        (
            played(hands__N={"tiles": "1f", "complete": False}),
            "This is a flower or season: plum. Put it with the bonus tiles.",
        ),
        (
            played(hands__N={"bonus": "1m", "complete": False}),
            "This is no flower or season: 1 of characters. Put it with the other",
        ),
        (
            played(hands__N={"bonus": "0j", "complete": False}),
            "This is no flower or season: joker.",
        ),
        (
            played(hands__N={"bonus": "7z", "complete": False}),
            "This is no flower or season: red dragon.",
        ),
        (
            played(hands__N={"bonus": "4y", "complete": False}),
            "This game is played without flowers and seasons: winter.",
        ),
        (played(round_wind="G"), "must be the round wind: E, S, W, N."),
        (played(round_wind="G", players=4), "must be the round wind: E, S, W, N."),
        (played(round_wind="X", players=3), "must be the round wind: E, S, W, G."),
        (played(round_wind="N", players=3), "must be the round wind: E, S, W, G."),
        (played(round_wind="X", players=5), "must be the round wind: E, S, W, N, G."),
        (played(players=2), "must be how many play: 3, 4, 5."),
        (played(players=2, ruleset="spiel-der-winde"), "how many play: 4."),
        (played(players=2, ruleset="riichi"), "There is no ruleset “riichi”."),
        (played(options={"minimum_doubles": 1000}), "a winner needs 1000."),
        (played(options={"minimum_doubles": 10**10}), "a winner needs 1000000000."),
        (
            played(ruleset="schmale", options={"minimum_points": 1000}),
            "a winner needs 1000 points.",
        ),
        (
            played(ruleset="schmale", options={"minimum_points": 10**11}),
            "a winner needs 1000000000 points.",
        ),
        (
            played(ruleset="schmale", options={"minimum_points": 10**11})
            | {"hands": {"S": {"points": 1_000_000}}},
            "a winner needs 1000000000. Check the count.",
        ),
        (
            played(ruleset="mcr", options={"minimum_points": 10**10})
            | {"hands": {"S": WORKED_EXAMPLE["hands"]["S"]}},
            "a winner needs 1000000000. Check the tiles",
        ),
        (
            played(ruleset="hkos", options={"minimum_faan": 10**10}),
            "a winner needs 1000000000, not counting",
        ),
    ],
)
def test_a_message_says_what_there_can_be(record: Any, said: str) -> None:
    assert said in refused(record).message


SEATED = {"seating": ["Anna", "Ben", "Cleo", "Dirk"]}


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({"booking": {"from": "Anna", "to": "Ben", "amount": 0}}, "booking.amount"),
        ({"booking": {"from": "Anna", "to": "Ben"}}, "booking.amount"),
        ({"booking": {"from": "Eva", "to": "Ben", "amount": 5}}, "booking.from"),
        ({"booking": {"from": "Anna", "to": "Eva", "amount": 5}}, "booking.to"),
        ({"booking": {"from": "Anna", "to": "Anna", "amount": 5}}, "booking.to"),
        ({"booking": {"from": "Anna", "to": "Ben", "amount": 5}}, "booking.reason"),
        ({"booking": {"from": 1, "to": "Ben", "amount": 5}}, "booking.from"),
        ({"booking": {"x": 1}}, "booking.x"),
        ({"booking": 5}, "booking"),
        ({"substitute": {"out": "Eva", "in": "Finn"}}, "substitute.out"),
        ({"substitute": {"out": "Anna", "in": "Ben"}}, "substitute.in"),
        ({"substitute": {"out": "Anna", "in": " "}}, "substitute.in"),
        ({"substitute": {"x": 1}}, "substitute.x"),
        ({"substitute": "Eva"}, "substitute"),
        ({"seating": ["Anna", "Ben"]}, "seating"),
        ({"seating": "Anna"}, "seating"),
        ({"end": ""}, "end"),
        ({"end": "x" * 201}, "end"),
        (SEATED | {"end": "late"}, "end"),
        (SEATED | {"hands": {}}, "hands"),
        ({"hands": {}, "outcome": {"kind": "draw"}, "east": "Eva"}, "east"),
        ({"outcome": {"kind": "draw"}, "ruleset": "nts"}, "ruleset"),
        (5, ""),
    ],
)
def test_an_entry_of_a_partie_that_is_refused_names_its_field(
    event: Any, field: str
) -> None:
    error = refused_partie({"outcome": {"kind": "draw"}}, event)
    assert (error.code, error.field, error.game) == ("bad_record", field, 2)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"players": ["Anna", "Ben", "Cleo", "Ben"]}, "players"),
        ({"players": ["Anna", "Ben", "Cleo", " "]}, "players"),
        ({"players": "Anna"}, "players"),
        ({"games": {}}, "games"),
        ({"start_chips": 0.5}, "start_chips"),
        ({"start_chips": 1_000_000_001}, "start_chips"),
        ({"start_chips": -1_000_000_001}, "start_chips"),
        ({"ruleset": None}, "ruleset"),
        ({"options": []}, "options"),
        ({"chips": 5}, "chips"),
    ],
)
def test_a_partie_that_is_refused_names_its_field(fields: Any, field: str) -> None:
    error = refused_partie(**fields)
    assert (error.code, error.field, error.game) == ("bad_record", field, None)


def test_the_greatest_numbers_are_numbers_still() -> None:
    names = ["Anna", "Ben", "Cleo", "Dirk"]
    booking = {"from": "Anna", "to": "Ben", "amount": 1_000_000, "reason": "lost"}
    for start in (1_000_000_000, -1_000_000_000):
        result = replay_record(
            {
                "ruleset": "nts",
                "players": names,
                "start_chips": start,
                "games": [{"booking": booking}, {"booking": booking | {"amount": 1}}],
            }
        )
        assert result["chips"]["Ben"] == start + 1_000_001
    score_record(played(hands__N={"points": 1_000_000}))
    assert refused(played(hands__N={"points": 1_000_001})).field == "hands.N.points"
    too_much = {"booking": booking | {"amount": 1_000_001}}
    assert refused_partie(too_much).field == "booking.amount"


def test_a_reason_has_at_most_200_characters() -> None:
    names = ["Anna", "Ben", "Cleo", "Dirk"]
    end = {"end": "x" * 200}
    result = replay_record({"ruleset": "nts", "players": names, "games": [end]})
    assert result["finished"]


# Hands that are more than a hand ------------------------------------------------------


@pytest.mark.parametrize("many", [118, 119, 120, 121, 122, 123, 250, 300])
def test_a_flower_among_very_many_tiles_is_found(many: int) -> None:
    # The other seventeen are of the hand itself.
    tiles = "123456789m123456p1f1z" + "1z" * (many - 2)
    error = refused(played(hands__N={"tiles": tiles}))
    assert (error.code, error.seat, error.field) == ("bad_tile", "N", "hands.N.tiles")


@pytest.mark.parametrize("many", [5, 136, 137, 255, 256, 257, 512])
def test_too_many_of_a_tile_are_found_however_many(many: int) -> None:
    hand = {"tiles": "7z" * many, "complete": False, "claims": ["all_honours"]}
    error = refused(played(hands__N=hand))
    assert (error.code, error.seat) == ("too_many_of_a_tile", "N")
    assert f"{many} times red dragon" in error.message


# Jokers, and hands of another size -------------------------------------------------


def with_jokers(**hands: Any) -> dict[str, Any]:
    """Return a game of four jokers that South wins."""
    south = {"sets": ["(234m)", "(666p)", "(345s)", "(789p)", "(55z)"]}
    return {
        "ruleset": "schmale",
        "options": {"jokers": 4, "losers_settle": "yes"},
        "round_wind": "E",
        "hands": {"S": south} | hands,
        "outcome": {
            "kind": "win",
            "winner": "S",
            "winning_tile": "5z",
            "source": "wall",
        },
    }


def jokers(many: int, **more: Any) -> dict[str, Any]:
    """Return a loser's hand of jokers."""
    return {"tiles": "0" * many + "j", "complete": False} | more


@pytest.mark.parametrize("tile", [None, "1m"])
@pytest.mark.parametrize("hands", [{}, {"S": {}}, {"S": {"complete": False}}])
def test_where_a_value_is_typed_its_field_is_what_is_missing(
    hands: dict[str, Any], tile: str | None
) -> None:
    outcome = {"kind": "win", "winner": "S", "winning_tile": tile, "source": "wall"}
    found = refused({"ruleset": "american", "hands": hands, "outcome": outcome})
    assert (found.seat, found.field) == ("S", "hands.S.points")


def test_a_hand_can_hold_all_the_jokers_of_the_game() -> None:
    score_record(with_jokers(E=jokers(4)))
    score_record(with_jokers(E=jokers(2), W=jokers(2)))


@pytest.mark.parametrize(
    ("hands", "seat", "said"),
    [
        ({"E": jokers(5)}, "E", "East has 5 jokers; there are 4 in the game."),
        ({"E": jokers(19)}, "E", "East has 19 jokers; there are 4 in the game."),
        (
            {"E": jokers(2), "W": jokers(3)},
            None,
            "All hands together hold 5 jokers; there are 4 in the game.",
        ),
    ],
)
def test_no_more_jokers_than_in_the_game(
    hands: dict[str, Any], seat: str | None, said: str
) -> None:
    error = refused(with_jokers(**hands))
    assert (error.code, error.seat, error.message) == ("too_many_of_a_tile", seat, said)


@pytest.mark.parametrize(
    ("ruleset", "points", "least"), [("mcr", 7, 8), ("schmale", 0, 1)]
)
def test_an_own_count_below_the_minimum_is_called_one(
    ruleset: str, points: int, least: int
) -> None:
    hands = {"S": {"points": points}}
    outcome = {"kind": "win", "winner": "S", "source": "wall", "winning_tile": None}
    game = {"ruleset": ruleset, "round_wind": "E", "hands": hands, "outcome": outcome}
    with pytest.raises(RulesError) as caught:
        score_record(game)
    # Flowers are in such a count, and no tiles are there to look at.
    assert (caught.value.code, caught.value.message) == (
        "below_minimum",
        f"South’s own count is {points}, and a winner needs {least}. Check the count.",
    )
    hands["S"]["points"] = least
    assert score_record(game)["hands"]["S"]["points"] == least


# The completed set ------------------------------------------------------------------

PAIRS_OR_CHOWS = {"sets": ["345s"], "tiles": "99m345778899s"}
TWICE_A_PAIR = {"sets": ["55s"], "tiles": "1122m3344p55s66z"}
FIRST_CHOW = {"sets": ["345s", "(555s)", "(234p)", "(678p)", "(99m)"]}


def won(hand: Any, tile: str, source: str = "discard", **fields: Any) -> Any:
    """Return a game that South won with *hand*."""
    outcome = {"kind": "win", "winner": "S", "winning_tile": tile, "source": source}
    if source in ("discard", "robbed_kong"):
        outcome["from"] = "E"
    record = played(hands={"S": hand}, outcome=outcome)
    outcome |= fields.pop("outcome", {})
    return record | fields


@pytest.mark.parametrize(
    ("record", "code", "field", "said", "named"),
    [
        (
            won(PAIRS_OR_CHOWS, "5s"),
            "below_minimum",
            "outcome.completes",
            (
                "South’s hand is worth too little to win if “345s” lay open before. If"
                " the winning tile completed it, say so: name it as the completed set,"
                " and the hand wins."
            ),
            "345s",
        ),
        (
            won(TWICE_A_PAIR, "5s"),
            "not_a_winning_hand",
            "outcome.completes",
            (
                "South’s tiles are no winning hand if “55s” lay open before. If the"
                " winning tile completed it, say so: name it as the completed set, and"
                " the hand wins."
            ),
            "55s",
        ),
        (
            won(FIRST_CHOW, "5s", outcome={"circumstances": ["first_turn"]}),
            "impossible",
            "outcome.circumstances",
            (
                "In the first turn South can only have exposed the set that the winning"
                " tile completed. If it completed the set that lies open, say so: name"
                " it as the completed set."
            ),
            "345s",
        ),
        (
            won(
                {"sets": ["234s", "(456p)", "(567s)", "(345p)", "(33s)"]},
                "3s",
                players=3,
            ),
            "bad_set",
            "hands.S.sets.0",
            (
                "South: the chow “234s” cannot have lain open before; here only a"
                " winning tile can be claimed for a chow. If it completed this one, say"
                " so: name it as the completed set."
            ),
            "234s",
        ),
    ],
)
def test_where_naming_an_exposed_set_would_win_the_message_says_so(
    record: Any, code: str, field: str, said: str, named: str
) -> None:
    error = refused(record)
    assert (error.code, error.seat, error.field) == (code, "S", field)
    assert error.message == said
    record["outcome"]["completes"] = named
    assert score_record(record)["hands"]["S"]["points"] > 0


@pytest.mark.parametrize(
    ("record", "said"),
    [
        # Drawn: no open set can be named.
        (won(TWICE_A_PAIR, "5s", "wall"), "South’s tiles are not four sets and a pair"),
        # The open pair does not hold the tile.
        (won(TWICE_A_PAIR, "1m"), "South’s tiles are not four sets and a pair"),
        # Naming it would not do either.
        (
            won({"sets": ["55s"], "tiles": "1122m3344p55s67z"}, "5s"),
            "South’s tiles are not four sets and a pair",
        ),
        (
            won(FIRST_CHOW, "7p", outcome={"circumstances": ["first_turn"]}),
            "In the first turn South can only have exposed the set",
        ),
    ],
)
def test_where_naming_a_set_would_not_help_no_message_says_so(
    record: Any, said: str
) -> None:
    error = refused(record)
    assert error.message.startswith(said)
    assert "name it" not in error.message


@pytest.mark.parametrize("source", list(Source))
def test_only_a_claimed_tile_can_have_completed_what_lies_open(source: Source) -> None:
    hand = {
        "sets": ["345s", "(5555m)", "(222p)", "(678p)", "(99m)"],
        "bonus": "1f",
    }
    record = won(hand, "5s", source.value, outcome={"completes": "345s"})
    record |= {"ruleset": "schmale"}
    if source in GIVEN:
        assert score_record(record)["hands"]["S"]["points"] > 0
    else:
        assert refused(record).code == "impossible"


def test_a_drawn_tile_that_only_an_open_set_holds_is_told_from_one_not_held() -> None:
    hand = {"sets": ["345s", "(555m)", "(222p)", "(678p)", "(99m)"]}
    error = refused(won(hand, "5s", "wall"))
    assert (error.code, error.field) == ("impossible", "outcome.winning_tile")
    assert error.message == (
        "The winning tile, 5 of bamboos, was drawn, but South has it only in an exposed"
        " set. Turn the set concealed, or say who gave the tile."
    )
    named = won(hand, "5s", "wall", outcome={"completes": "345s"})
    assert refused(named).field == "outcome.completes"
    assert refused(named).message == (
        "A drawn tile completes no exposed set. Turn the set concealed, name another,"
        " or say who gave the tile."
    )


def test_an_open_pair_brings_one_warning_a_hand_and_none_where_it_was_won_with() -> (
    None
):
    loser = {"sets": ["11z", "22z"], "complete": False}
    record = played(hands={"S": played()["hands"]["S"], "N": loser})
    [warning] = score_record(record)["warnings"]
    assert warning == {
        "code": "exposed_pair",
        "seat": "N",
        "message": "North: the pair “11z” cannot lie open: only the tile that wins is"
        " claimed for a pair. Turn it concealed, or correct it.",
    }
    record["hands"]["N"] = loser | {"dead": "other"}
    assert score_record(record)["warnings"] == []
    open_pair = {"sets": ["(234s)", "(456p)", "(567m)", "(345m)", "33s"]}
    record = played(hands={"S": open_pair})
    # (234s) holds the tile too, so that the pair must be named.
    [warning] = score_record(record)["warnings"]
    assert (warning["code"], warning["seat"]) == ("exposed_pair", "S")
    record["outcome"]["completes"] = "33s"
    assert score_record(record)["warnings"] == []


@pytest.mark.parametrize(
    ("robbed", "is_warned"),
    [
        ({"sets": ["555m"], "tiles": "14m258p369s12z"}, False),
        ({"sets": ["555s"], "tiles": "14m258p36s123z"}, True),
        ({"tiles": "555m14m258p369s12z"}, True),
        ({"tiles": "14m258p369s12z", "complete": False}, False),
        ({"tiles": "147m258p369s1234z", "dead": "other"}, False),
        ({"points": 12}, False),
        ({"complete": False}, False),
    ],
)
def test_a_robbed_hand_without_the_pung_warns_if_it_is_whole(
    robbed: Any, *, is_warned: bool
) -> None:
    hand = {"sets": ["456m", "(234s)", "(567p)", "(345p)", "(88s)"]}
    record = won(hand, "5m", "robbed_kong")
    record["hands"]["E"] = robbed
    found = [(one["code"], one["seat"]) for one in score_record(record)["warnings"]]
    assert found == [("robbed_pung", "E")] * is_warned


@pytest.mark.parametrize(
    ("robbed", "is_warned"),
    [("5m0j0j", False), ("55m0j", False), ("5s0j0j", True), ("7m0j0j", True)],
)
def test_a_pung_of_jokers_too_can_have_been_made_a_robbed_kong(
    robbed: str, *, is_warned: bool
) -> None:
    hand = {"sets": ["456m", "(234s)", "(567p)", "(345p)", "(88s)"]}
    record = won(hand, "5m", "robbed_kong")
    record |= {"ruleset": "schmale", "options": {"jokers": 8}}
    record["hands"]["E"] = {"sets": [robbed], "tiles": "14m258p36s12z7z"}
    found = [(one["code"], one["seat"]) for one in score_record(record)["warnings"]]
    assert found == [("robbed_pung", "E")] * is_warned


@pytest.mark.parametrize(
    ("ruleset", "robbed", "is_warned"),
    [
        ("dmjl", "999m123456p123s5z", False),
        ("dmjl", "99m1234567p123s5z", True),
        ("schmale", "99m0j123456p123s5z", False),
        ("schmale", "9m0j1234567p123s5z", True),
    ],
)
def test_thirteen_orphans_can_have_robbed_three_concealed_tiles(
    ruleset: str, robbed: str, *, is_warned: bool
) -> None:
    record = won({"tiles": "19m19p19s1234567z1z"}, "9m", "robbed_kong")
    record |= {"ruleset": ruleset, "options": {"jokers": 8} if "j" in robbed else {}}
    record["hands"]["E"] = {"tiles": robbed}
    found = [(one["code"], one["seat"]) for one in score_record(record)["warnings"]]
    assert found == [("robbed_pung", "E")] * is_warned


def test_of_which_kind_a_robbed_joker_was_nobody_can_say() -> None:
    record = won({"tiles": "19m19p19s1234567z0j"}, "0j", "robbed_kong")
    record |= {"ruleset": "schmale", "options": {"jokers": 8}}
    record["hands"]["E"] = {"tiles": "99m1234567p123s5z"}
    answer = score_record(record)
    assert answer["hands"]["S"]["limit"] == "thirteen_orphans"
    assert answer["warnings"] == []


def test_a_winning_tile_completes_no_kong() -> None:
    # The 3 is loose beside three others and a joker.
    south = {"sets": ["(333s0j)", "(666p)", "(789p)", "(55z)"], "tiles": "345s"}
    record = with_jokers(S=south)
    record["outcome"] |= {"winning_tile": "3s", "completes": "(333s0j)"}
    error = refused(record)
    assert (error.code, error.field) == ("impossible", "outcome.completes")
    assert error.message == (
        "A winning tile completes no kong. Name another set, or none."
    )


def test_a_joker_in_a_kong_and_another_set_can_have_won() -> None:
    south = {"sets": ["(333s0j)", "(666p)", "(789p)", "(55z)", "(34m0j)"]}
    record = with_jokers(S=south)
    record["outcome"]["winning_tile"] = "0j"
    assert score_record(record)["hands"]["S"]["points"] > 0


PAIRS = "1133557799m1122p"


@pytest.mark.parametrize(
    ("hands", "code", "seat"),
    [
        # Seven pairs are fourteen tiles, a loser's hand thirteen.
        ({"N": {"tiles": PAIRS[:11] + "1122p"}}, "tile_count", "N"),
        ({"S": {"tiles": "1133557799m33s"}}, "tile_count", "S"),
        ({"S": {"tiles": "1133557799m1122p33s"}}, "tile_count", "S"),
    ],
)
def test_pairs_of_another_number_are_no_hand(
    hands: dict[str, Any], code: str, seat: str
) -> None:
    south = {"S": played()["hands"]["S"]}
    error = refused(played(hands=south | hands))
    assert (error.code, error.seat) == (code, seat)


# What a hand's record can hold --------------------------------------------------------


def partly(*sets: str, **more: Any) -> dict[str, Any]:
    """Return a hand of which only a part was entered."""
    return {"sets": list(sets), "complete": False} | more


SIX_PAIRS = "1133557799m112p"


@pytest.mark.parametrize(
    "hand",
    [
        {"points": 20, "tiles": " "},
        {"points": 20, "bonus": " "},
        {"points": 0},
        partly(tiles="1m", dead="other", claims=["all_honours"]),
        partly(points=20, claims=["all_honours"]),
        partly(tiles=SIX_PAIRS[:11] + "11p2z", claims=["waiting:seven_pairs"]),
        partly("(11m)", "(33m)", claims=["waiting:seven_pairs"]),
        partly("123m", claims=["half_flush", "full_flush"]),
    ],
)
def test_what_a_hand_can_hold(hand: dict[str, Any]) -> None:
    score_record(played(hands={"S": played()["hands"]["S"], "N": hand}))


@pytest.mark.parametrize(
    ("hand", "field"),
    [
        ({"points": 20, "bonus": "1f"}, "points"),
        ({"points": 20, "tiles": "1m"}, "points"),
        ({"points": 20, "sets": ["111m"]}, "points"),
        ({"points": -1}, "points"),
        ({"points": True}, "points"),
        ({"claims": ["half_flush"]}, "claims"),
        (partly("(1111m)", claims=["waiting:seven_pairs"]), "claims"),
        (partly("(11m)", "33m", claims=["waiting:seven_pairs"]), "claims"),
        (
            partly(tiles=SIX_PAIRS[:11] + "11p22z", claims=["waiting:seven_pairs"]),
            "claims",
        ),
        (partly("11m", claims=["waiting:nine_gates"]), "claims"),
        (partly("(123m)", claims=["all_honours"]), "claims"),
        (partly("(111z)", claims=["full_flush"]), "claims"),
        (partly("(111z)", claims=["waiting:"]), "claims"),
        (partly(claims="half_flush"), "claims"),
        (partly(dead="tired"), "dead"),
        (partly(tiles=5), "tiles"),
        (partly(bonus=5), "bonus"),
        ({"sets": "111m"}, "sets"),
        ({"sets": [5]}, "sets"),
        ({"complete": 1}, "complete"),
        ({"tile": "1m"}, "tile"),
    ],
)
def test_what_a_hand_cannot_hold(hand: dict[str, Any], field: str) -> None:
    record = played(hands={"S": played()["hands"]["S"], "N": hand})
    error = refused(record)
    assert (error.code, error.seat) == ("bad_record", "N")
    assert error.field == f"hands.N.{field}"


@pytest.mark.parametrize("limit", RULESETS["spiel-der-winde"].irregular_limits)
def test_nobody_can_claim_to_wait_where_it_pays_nothing(limit: LimitHand) -> None:
    hand = partly(claims=["waiting:" + limit.key])
    south = played()["hands"]["S"]
    record = played(ruleset="spiel-der-winde", owner="E", hands={"S": south, "N": hand})
    error = refused(record)
    assert (error.code, error.seat, error.field) == (
        "bad_record",
        "N",
        "hands.N.claims",
    )
    assert error.message == (
        f"In “hands.N.claims” the claim “waiting:{limit.key}” means nothing: Das Spiel"
        " der Winde pays nothing for a hand that is one tile short. Leave it out."
    )
    # Nor is it named among what can be claimed.
    record["hands"]["N"]["claims"] = ["nonsense"]
    assert "waiting:" not in refused(record).message


def test_a_claim_is_not_judged_by_an_unknown_ruleset() -> None:
    hand = partly("111m", claims=["waiting:anything"])
    assert refused(played(ruleset="riichi", hands__N=hand)).code == "unknown_ruleset"
    hand = partly("111m", claims=["anything"])
    assert refused(played(ruleset="riichi", hands__N=hand)).code == "bad_record"


def test_a_substitute_has_the_start_chips() -> None:
    names = ["Anna", "Ben", "Cleo", "Dirk"]
    events = [{"substitute": {"out": "Ben", "in": "Eva"}}]
    result = replay_record({"ruleset": "nts", "players": names, "games": events})
    assert (result["chips"]["Eva"], result["totals"]["Eva"]) == (3000, 0)


@pytest.mark.parametrize(
    ("outcome", "field"),
    [
        ({"kind": "won"}, "kind"),
        ({"kind": ["win"]}, "kind"),
        ({"kind": "draw", "winner": "S"}, "winner"),
        ({"kind": "penalty", "winner": "S"}, "winner"),
        ({"kind": "win", "offender": "S"}, "offender"),
        (played()["outcome"] | {"source": "wall"}, "from"),
        ({"kind": "win", "winner": "S", "source": "discard"}, "from"),
        ({"kind": "win", "winner": "S", "source": "wall", "completes": 5}, "completes"),
        ({"kind": "win", "winner": "S", "source": "wall"}, "winning_tile"),
        ({"kind": "win", "winner": "S", "winning_tile": "3s"}, "source"),
        (played()["outcome"] | {"pao": "W"}, "pao"),
        (played()["outcome"] | {"pao": {"player": "W"}}, "pao.reason"),
        (played()["outcome"] | {"pao": {"reason": "nine_tiles"}}, "pao.player"),
        (played()["outcome"] | {"pao": {"who": "W"}}, "pao.who"),
        (played()["outcome"] | {"circumstances": ["rain"]}, "circumstances"),
        (played()["outcome"] | {"circumstances": "rain"}, "circumstances"),
        ({"kind": "penalty", "offender": "S", "offence": "rude"}, "offence"),
        ({"kind": "penalty", "offence": "spoiled_game"}, "offender"),
        (
            {
                "kind": "penalty",
                "offender": "S",
                "offence": "spoiled_game",
                "excluded": ["W", "S"],
            },
            "excluded",
        ),
        (
            {
                "kind": "penalty",
                "offender": "S",
                "offence": "spoiled_game",
                "from": "W",
            },
            "from",
        ),
        (
            {
                "kind": "penalty",
                "offender": "S",
                "offence": "false_mahjong",
                "from": "S",
            },
            "from",
        ),
    ],
)
def test_an_outcome_that_is_refused_names_its_field(
    outcome: dict[str, Any], field: str
) -> None:
    error = refused(played(ruleset="schmale", outcome=outcome))
    assert error.code == "bad_record"
    assert error.field == f"outcome.{field}"


TYPED_WIN = {"kind": "win", "winner": "S", "source": "wall", "winning_tile": "4s"}
TYPED_FAULT = {"kind": "penalty", "offender": "S", "offence": "false_mahjong"}


@pytest.mark.parametrize(
    ("outcome", "least"), [(TYPED_WIN, 1), (TYPED_FAULT, 0)], ids=["win", "fault"]
)
def test_a_typed_value_is_worth_something_where_the_hand_won(
    outcome: Any, least: int
) -> None:
    def record(points: int | None) -> Any:
        hands = {"S": {"points": points}}
        return {"ruleset": "american", "hands": hands, "outcome": outcome}

    score_record(record(least))
    for points in (None, *range(least)):
        error = refused(record(points))
        assert (error.seat, error.field) == ("S", "hands.S.points")
        assert error.message.endswith(
            "must say what the hand declared is worth by the card."
        )


@pytest.mark.parametrize("ruleset", [one for one in RULESETS if one != "dmjl"])
@pytest.mark.parametrize("offender", [["E", "S"], ["E"], [], "Q", None])
def test_one_seat_is_named_for_a_fault_but_where_several_call_at_once(
    ruleset: str, offender: Any
) -> None:
    fault = {"kind": "penalty", "offence": "false_mahjong", "offender": offender}
    winds = {"owner": "E"} if ruleset == "spiel-der-winde" else {"round_wind": "E"}
    error = refused({"ruleset": ruleset, "outcome": fault} | winds)
    assert (error.code, error.field) == (Code.BAD_RECORD, "outcome.offender")
    assert error.message == (
        "The field “outcome.offender” must be a seat that plays: E, S, W, N."
    )


SETS_AND_A_PAIR = (
    "East’s tiles are not four sets and a pair, nor a limit hand of this ruleset."
    " Check the tiles."
)
MORE_CHOWS = (
    "East’s tiles are sets and a pair only with more chows than a winning hand can"
    " have here: 1. Check the tiles."
)


@pytest.mark.parametrize(
    ("tiles", "message"),
    [
        ("123m456m777s888s99p", MORE_CHOWS),
        ("112233m445566s99p", MORE_CHOWS),
        ("123m457m777s888s99p", SETS_AND_A_PAIR),
    ],
)
def test_a_hand_with_more_chows_than_may_be_is_told_so(
    tiles: str, message: str
) -> None:
    win = {"kind": "win", "winner": "E", "source": "wall", "winning_tile": "9p"}
    record = {"ruleset": "bmja", "round_wind": "E", "outcome": win}
    error = refused(record | {"hands": {"E": {"tiles": tiles}}})
    assert error.code == Code.NOT_A_WINNING_HAND
    assert (error.seat, error.field) == ("E", "hands.E")
    assert error.message == message
    # Three chows of the same tiles are three pungs too, of which a hand may have four.
    pungs = record | {"hands": {"E": {"tiles": "111222333m777s99p"}}}
    assert score_record(pungs)["hands"]["E"]["points"] > 0


def test_typed_scores_are_of_a_game_that_was_won_drawn_or_punished() -> None:
    for kind in (None, "won", ["win"]):
        outcome = {"kind": kind}
        record = {"ruleset": "free", "round_wind": "E", "outcome": outcome}
        with pytest.raises(RulesError) as caught:
            score_record(record)
        assert caught.value.field == "outcome.kind"
        assert "must be win, draw or penalty." in caught.value.message


@pytest.mark.parametrize(
    ("field", "said"),
    [("sets", ["111z"]), ("tiles", "1z"), ("bonus", "1f"), ("claims", ["pure"])],
)
def test_of_a_hand_whose_worth_is_typed_nothing_else_is(field: str, said: Any) -> None:
    record = {
        "ruleset": "american",
        "hands": {"S": {"points": 25, field: said}},
        "outcome": {"kind": "win", "winner": "S", "source": "wall"},
    }
    with pytest.raises(RulesError) as caught:
        score_record(record)
    assert (caught.value.code, caught.value.seat) == ("bad_record", "S")
    assert caught.value.field == f"hands.S.{field}"
    assert "only what a hand is worth is typed here." in caught.value.message


def test_what_a_hand_of_fan_is_worth_too_little_is_said_without_its_flowers() -> None:
    # All chows, 2 points; each of the flowers is one beside them.
    record = won({"sets": ["123m", "(567m)", "(234p)"], "tiles": "678s99p"}, "6s")
    record |= {"ruleset": "mcr", "options": {}}
    record["hands"]["S"]["bonus"] = "1f2y"
    with pytest.raises(RulesError) as caught:
        score_record(record)
    assert caught.value.code == "below_minimum"
    assert "is worth 2 without flowers and seasons" in caught.value.message


def test_with_a_kong_nobody_has_a_buried_treasure() -> None:
    for fourth, limit in (("(111z)", "buried_treasure"), ("(1111z)", None)):
        record = won({"sets": ["(222p)", "(333p)", "(777p)", fourth, "(99p)"]}, "9p")
        record |= {"ruleset": "bmja", "options": {"buried_treasure_claim": "pair"}}
        assert score_record(record)["hands"]["S"]["limit"] == limit
