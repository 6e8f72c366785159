"""What changing the engine by `make mutants` showed that no other test of it held."""

import re
from contextlib import nullcontext
from copy import deepcopy
from itertools import combinations_with_replacement
from typing import Any

import pytest

from clubscore.rules import RulesError, replay_record, score_record
from clubscore.rules.figures import figure
from clubscore.rules.hand_points import FaanAndLaak, Taken
from clubscore.rules.hands import Circumstance, Penalty, PlayedGame
from clubscore.rules.items import JoinedItem
from clubscore.rules.options import Option
from clubscore.rules.payments import (
    Debt,
    Factor,
    PayingByHands,
    PayingWithBase,
    Reason,
    times,
)
from clubscore.rules.record_reader import read_record
from clubscore.rules.reference import reference_of
from clubscore.rules.ruleset import TilesInPlay
from clubscore.rules.rulesets import RULESETS, with_options
from clubscore.rules.sets import Shape
from clubscore.rules.settlement import GameResult, result_of
from clubscore.rules.tiles import (
    BAMBOOS,
    CHARACTERS,
    CIRCLE_5,
    CIRCLES,
    EAST,
    EVERY_KIND,
    NORTH,
    SOUTH,
    WEST,
    parse_tiles,
)
from tests.rules.golden import WORKED_EXAMPLE, Block, blocks

BLOCKS = list(blocks())
REFUSED = [block for block in BLOCKS if block.expected[0].startswith("error")]
SCORED = [
    block
    for block in BLOCKS
    if not block.is_replay and not block.expected[0].startswith("error")
]


def refusal(block: Block) -> RulesError:
    """Return the error that a refused example raises."""
    judge: Any = replay_record if block.is_replay else score_record
    with pytest.raises(RulesError) as caught:
        judge(block.record)
    return caught.value


@pytest.fixture(scope="module")
def refusals() -> list[tuple[Block, RulesError]]:
    """Return the refused examples, each with its error."""
    return [(block, refusal(block)) for block in REFUSED]


@pytest.fixture(scope="module")
def answers() -> list[tuple[Block, Any]]:
    """Return the examples that score, each with its answer."""
    return [(block, score_record(block.record)) for block in SCORED]


# Errors and warnings -----------------------------------------------------------


def test_every_refusal_is_a_whole_sentence(
    refusals: list[tuple[Block, RulesError]],
) -> None:
    for block, error in refusals:
        assert error.message[-1] in ".!?”", str(block)
        assert str(error) == error.message
        assert "%(" not in error.message, str(block)
        assert "  " not in error.message, str(block)


FIELD = re.compile(
    r"ruleset|options(\.[a-z_]+)?|players|round_wind|owner|east|games"
    r"|scores(\.[ESWN])?|limit"
    r"|hands(\.[ESWN](\.(sets(\.\d)?|tiles|bonus|complete|claims|dead|points"
    r"|original_call))?)?"
    r"|outcome(\.(kind|winner|winning_tile|source|from|circumstances|completes"
    r"|pao(\.player|\.reason)?|offender|offence|excluded))?"
)
"""The fields of the contract."""


def test_every_refusal_names_a_field_of_the_contract_or_the_unknown_one(
    refusals: list[tuple[Block, RulesError]],
) -> None:
    for block, error in refusals:
        assert error.field is not None, str(block)
        if not FIELD.fullmatch(error.field):
            assert error.code == "bad_record", str(block)
            assert has_field(block.record, error.field.split(".")), str(block)


def has_field(found: Any, names: list[str]) -> bool:
    """Tell whether the record has the field that is named from the outside in."""
    for name in names:
        if name not in found:
            return False
        found = found[name]
    return True


def test_every_warning_is_a_whole_sentence(answers: list[tuple[Block, Any]]) -> None:
    for block, answer in answers:
        for warning in answer["warnings"]:
            assert warning["message"].endswith("."), str(block)
            assert "%(" not in warning["message"], str(block)


def played(**fields: Any) -> dict[str, Any]:
    """Return the worked example with other fields; a dotted name reaches inside."""
    record: dict[str, Any] = deepcopy(WORKED_EXAMPLE)
    for name, value in fields.items():
        *outer, last = name.split("__")
        inner = record
        for one in outer:
            inner = inner[one]
        inner[last] = value
    return record


TWELVE = {"tiles": "123456789m123p"}


@pytest.mark.parametrize(
    ("record", "field"),
    [
        (played(hands__E=TWELVE), "hands.E"),
        (played(hands__S__tiles="9s"), "hands.S"),
        (
            played(hands__N={"sets": ["555s", "(25m)"], "complete": False}),
            "hands.N.sets.1",
        ),
        (
            played(hands__N={"tiles": "1m", "sets": ["1111m"], "complete": False}),
            "hands.N",
        ),
        (played(hands__N={"sets": ["4444s"], "complete": False}), "hands"),
        (played(hands__S__dead="other"), "outcome.winner"),
        (played(outcome__from="S"), "outcome.from"),
        (played(outcome__winning_tile="9s"), "outcome.winning_tile"),
        (played(outcome__winning_tile="9q"), "outcome.winning_tile"),
        (played(outcome__winning_tile="1f"), "outcome.winning_tile"),
        (played(outcome__winning_tile="1p1s"), "outcome.winning_tile"),
        (played(outcome__completes="(99s)"), "outcome.completes"),
        (played(outcome__completes="(9q)"), "outcome.completes"),
        (
            played(
                outcome={"kind": "penalty", "offender": "E", "offence": "false_mahjong"}
            ),
            "outcome.kind",
        ),
        (played(options={"rounds": 5}), "options.rounds"),
        (played(options={"bonus": "no"}), "options"),
        (played(ruleset="riichi"), "ruleset"),
        (played(round_wind="G"), "round_wind"),
    ],
)
def test_an_error_names_the_field_to_mend(record: Any, field: str) -> None:
    with pytest.raises(RulesError) as caught:
        score_record(record)
    assert caught.value.field == field


def test_a_flower_as_the_winning_tile_is_called_one() -> None:
    with pytest.raises(RulesError) as caught:
        score_record(played(outcome__winning_tile="1f"))
    assert caught.value.code == "bad_tile"
    assert "no flower or season; this is “1f”" in caught.value.message


def test_a_remark_is_a_text_of_at_most_200_characters() -> None:
    score_record(played(remark="x" * 200))
    for remark in ("x" * 201, 1, ["x"]):
        with pytest.raises(RulesError) as caught:
            score_record(played(remark=remark))
        assert (caught.value.code, caught.value.field) == ("bad_record", "remark")


def test_a_partie_of_too_many_is_told_how_many_play() -> None:
    names = ["Anna", "Ben", "Cleo", "Dirk", "Eva", "Finn"]
    with pytest.raises(RulesError) as caught:
        replay_record({"ruleset": "nts", "players": names, "games": []})
    assert caught.value.field == "players"
    assert set("345") < set(caught.value.message)


# Hands --------------------------------------------------------------------------


def test_dealt_tiles_are_read_in_every_way_though_no_tile_is_known() -> None:
    # As 666 78 99 a pung of simples counts 4, as 66 678 999 one of terminals 8:
    # 20 + 2 + 8 = 30, owner and from heaven x 2^3 (Spiel der Winde, Die Abrechnung).
    record = {
        "ruleset": "spiel-der-winde",
        "players": 4,
        "owner": "E",
        "hands": {"E": {"tiles": "66678999m123p456s"}},
        "outcome": {"kind": "win", "winner": "E", "source": "deal"},
    }
    hand = score_record(record)["hands"]["E"]
    assert (hand["base"], hand["doubles"], hand["points"]) == (30, 3, 240)
    assert "(999m)" in hand["arrangement"]


def test_three_equal_tiles_are_no_part_of_different_pairs() -> None:
    # NTS, Limietspelen: with the fourth they would be two equal pairs.
    hand = {"tiles": "555s11m", "complete": False, "claims": ["waiting:seven_pairs"]}
    score_record(played(hands__N=hand))
    record = played(hands__N=hand, options={"identical_pairs": "no"})
    with pytest.raises(RulesError) as caught:
        score_record(record)
    assert (caught.value.code, caught.value.field) == ("bad_record", "hands.N.claims")


@pytest.mark.parametrize(
    ("tiles", "limit"), [("444z5z", "all_winds_and_dragons"), ("4444z", None)]
)
def test_nobody_waits_for_a_fifth_tile(tiles: str, limit: str | None) -> None:
    hand = {"sets": ["111z", "222z", "333z"], "tiles": tiles}
    won = {"sets": ["(999p)", "(888s)"], "tiles": "111222m11p"}
    outcome = {"kind": "win", "winner": "S", "winning_tile": "1p", "source": "wall"}
    hands = {"S": won, "N": hand}
    record = played(ruleset="bmja", options={}, hands=hands, outcome=outcome)
    assert score_record(record)["hands"]["N"]["limit"] == limit


def test_of_three_players_nobody_has_an_open_chow_but_what_was_just_completed() -> None:
    # NTS, Drie spelers: so the last 1 of circles was no second tile of a pair.
    sets = ["123p", "11p", "(777s)", "(999s)", "(555z)"]
    outcome = {"kind": "win", "winner": "S", "winning_tile": "1p"}
    outcome |= {"source": "discard", "from": "E"}
    record = played(players=3, hands={"S": {"sets": sets}}, outcome=outcome)
    hand = score_record(record | {"options": {"minimum_doubles": 0}})["hands"]["S"]
    assert (hand["base"], hand["doubles"], hand["points"]) == (40, 2, 160)


def test_what_anybody_can_have_some_loser_has(answers: list[tuple[Block, Any]]) -> None:
    lost: dict[str, set[str]] = {key: set() for key in RULESETS}
    for block, answer in answers:
        for seat, hand in answer["hands"].items():
            if seat != block.record["outcome"].get("winner"):
                lost[block.ruleset] |= {one["rule"] for one in hand["items"]}
    for key, ruleset in RULESETS.items():
        if ruleset.paying.values_losers:
            items = {one.key for one in ruleset.items if not one.is_winners}
            assert items <= lost[key]


def test_a_suit_that_is_left_out_is_named() -> None:
    suits = {"characters": CHARACTERS, "circles": CIRCLES, "bamboos": BAMBOOS}
    for name, kinds in suits.items():
        said = [one.text for one in TilesInPlay(EVERY_KIND & ~kinds).says()]
        assert said[1:] == [f"The {name} are left out."]


def test_the_winds_are_named_as_they_are_written() -> None:
    assert parse_tiles("1234z") == (EAST, SOUTH, WEST, NORTH)


def test_an_arrangement_holds_the_tiles_of_the_hand_and_no_other(
    answers: list[tuple[Block, Any]],
) -> None:
    for block, answer in answers:
        for seat, hand in answer["hands"].items():
            if hand["arrangement"]:
                said = block.record["hands"][seat]
                tiles = "".join(said.get("sets", [])) + said.get("tiles", "")
                lying = all_tiles("".join(hand["arrangement"]))
                assert lying == all_tiles(tiles), str(block)


def all_tiles(text: str) -> list[int]:
    """Return the tiles of sets as they are written one after the other."""
    return sorted(parse_tiles(text.replace("(", "").replace(")", "")))


# Why a debt is doubled ---------------------------------------------------------


Judged = tuple[Block, Any, PlayedGame, GameResult]
"""An example, its ruleset, its game and what came of it."""


@pytest.fixture(scope="module")
def judged() -> list[Judged]:
    """Return the examples that score, each with what came of it."""
    found = []
    for block in SCORED:
        rules, game = read_record(block.record)
        found.append((block, rules, game, result_of(rules, game)))
    return found


def test_the_factors_of_a_payment_make_its_amount(judged: list[Judged]) -> None:
    for block, rules, game, result in judged:
        for payment in result.payments:
            factors = rules.paying.factors(game.table, game.outcome, payment)
            assert len(set(factors)) == len(factors), str(block)
            is_fine = payment.reason is Reason.PENALTY and isinstance(
                rules.paying, PayingByHands
            )
            if isinstance(rules.paying, PayingWithBase):
                assert factors == (), str(block)
                continue
            is_for_all = payment.reason is Reason.WIN and pays_for_all(
                rules, game, payment
            )
            if payment.reason is Reason.PAO or is_fine or is_for_all:
                assert factors == (), str(block)
                continue
            owed = owed_before_factors(rules, block, result, payment)
            assert payment.amount == times(owed, factors), str(block)


def pays_for_all(rules: Any, game: PlayedGame, payment: Debt) -> bool:
    """Tell whether whoever gave the winning tile pays what all would."""
    giver = getattr(game.outcome, "giver", None)
    return bool(rules.paying.giver_pays_all) and giver is payment.payer


def owed_before_factors(
    rules: Any, block: Block, result: GameResult, payment: Debt
) -> int:
    """Return what a debt comes to without anything that doubles it."""
    if payment.reason is Reason.WIN:
        return result.hands[payment.payee].points
    if payment.reason is Reason.DIFFERENCE:
        return result.hands[payment.payee].points - result.hands[payment.payer].points
    if rules.counting.takes is Taken.VALUE:
        declared = block.record["hands"][payment.payer.letter]
        return int(declared["points"])
    owed: int = rules.paying.fault.unit(rules.counting)
    return owed


def test_factors_keep_the_names_that_pages_know() -> None:
    assert list(Factor) == [
        *("east", "owner", "self_drawn", "gave_tile", "was_claimed"),
        *("jokerless", "in_error"),
    ]


def test_each_factor_is_named_where_it_holds(judged: list[Judged]) -> None:
    named: dict[Factor, int] = dict.fromkeys(Factor, 0)
    for block, rules, game, result in judged:
        for payment in result.payments:
            outcome, table = game.outcome, game.table
            players = {payment.payer, payment.payee}
            for factor in rules.paying.factors(table, outcome, payment):
                named[factor] += 1
                holds = {
                    Factor.EAST: table.seats[0] in players,
                    Factor.OWNER: table.owner in players,
                    Factor.SELF_DRAWN: getattr(outcome, "is_self_drawn", False),
                    Factor.GAVE_TILE: getattr(outcome, "giver", None) is payment.payer,
                    Factor.WAS_CLAIMED: isinstance(outcome, Penalty)
                    and outcome.giver is payment.payee,
                    Factor.JOKERLESS: Circumstance.JOKERLESS
                    in getattr(outcome, "circumstances", ()),
                    Factor.IN_ERROR: isinstance(outcome, Penalty),
                }
                assert holds[factor], f"{factor} in {block}"
    assert min(named.values()) > 0


# What a rule book says of itself -----------------------------------------------

TYPED = "The table plays and reckons by its own rules"
ADDED_UP = "The points of a hand are added up"
HIGHEST = f"No hand is worth more than {figure(2000)} points"
SEVERAL = "Where a hand can be arranged in several ways"
HIGHER = "The ordinary count of a limit hand counts instead"
FIXED = "A limit hand has a fixed value: nothing is added"
HALF = "A loser who is one tile short of a limit hand without sets"
ALL_PAY = "Every other player pays the winner"
DIFFERENCE = "The others pay each other the difference"
DEAD = "A dead hand is worth nothing"
FAAN = "The faan of a hand are added up"
TABLES_MOST = "A limit hand is worth the most points of the table"
EAST_DOUBLE = "East pays and receives double"
SELF_DRAWN = "All pay double for a self-drawn winning tile"
PAO = "Pao: the player who answers for a win"
FAULT = "A fault that ends a game costs one laak to each other player, doubled where"
FAULT_WITHOUT_EAST = FAULT.removesuffix("where") + "to the player whose discard"
FOUR_ROUNDS = "Rounds of a partie: 4. A round ends when everybody has been East"
EAST_STAYS = "East stays after winning"
RESTS = "One player rests"


@pytest.mark.parametrize(
    ("ruleset", "options", "part", "wanted"),
    [
        (
            "nts",
            {},
            "counting",
            [ADDED_UP, HIGHEST, "Doubles a winner needs at least: 2.", HALF],
        ),
        ("nts", {"minimum_doubles": 0}, "counting", [ADDED_UP, HIGHEST, HALF]),
        ("nts", {}, "winning", [SEVERAL, FIXED, "A limit hand with sets counts its"]),
        ("nts", {"limit_or_count": "higher"}, "winning", [SEVERAL, FIXED, HIGHER]),
        ("schmale", {}, "winning", [SEVERAL, TABLES_MOST]),
        (
            "nts",
            {
                "rounding": "tens",
                "minimum_counts_flowers": "no",
                "clean_hand_always_legal": "yes",
                "limit_or_count": "higher",
            },
            "counting",
            [
                ADDED_UP,
                HIGHEST,
                "Points are rounded to the nearest multiple of 10",
                "Doubles a winner needs at least: 2.",
                "Doubles of flowers and seasons do not count for it",
                "A hand of one suit or of honours and terminals wins",
                HALF,
            ],
        ),
        (
            "nts",
            {},
            "paying",
            [ALL_PAY, DIFFERENCE, "Whatever East pays or receives is doubled", DEAD],
        ),
        ("schmale", {}, "counting", [FAAN]),
        ("schmale", {"minimum_points": 1}, "counting", [FAAN]),
        (
            "schmale",
            {"minimum_points": 2},
            "counting",
            [FAAN, "Points a winner needs at least: 2."],
        ),
        ("schmale", {}, "paying", [ALL_PAY, EAST_DOUBLE, SELF_DRAWN, PAO, FAULT]),
        (
            "schmale",
            {"east_double": "no", "losers_settle": "yes"},
            "paying",
            [
                ALL_PAY,
                SELF_DRAWN,
                "Then the others pay each other the difference",
                PAO,
                FAULT_WITHOUT_EAST,
            ],
        ),
        (
            "schmale",
            {"self_drawn_and_discarder_double": "no"},
            "paying",
            [ALL_PAY, EAST_DOUBLE, PAO, FAULT],
        ),
        (
            "spiel-der-winde",
            {"special_owner_double": "yes"},
            "counting",
            [
                ADDED_UP,
                "There is no highest count",
                "The owner’s limit hand is worth double",
            ],
        ),
        ("spiel-der-winde", {}, "paying", [ALL_PAY, DIFFERENCE, DEAD]),
        (
            "spiel-der-winde",
            {"settlement": "owner_double"},
            "paying",
            [
                ALL_PAY,
                DIFFERENCE,
                "Whatever the owner pays or receives is doubled",
                DEAD,
            ],
        ),
        (
            "spiel-der-winde",
            {"settlement": "winner_only"},
            "paying",
            [ALL_PAY, DEAD],
        ),
        ("spiel-der-winde", {"settlement": "credit"}, "paying", ["Nobody pays"]),
        (
            "spiel-der-winde",
            {"rounds": 2},
            "dealing",
            ["Seat winds stay", "Rounds of a partie: 2. In each everybody owns"],
        ),
        ("nts", {}, "dealing", [FOUR_ROUNDS, EAST_STAYS]),
        ("free", {}, "counting", [TYPED, "What was won and lost in a game must add"]),
        (
            "free",
            {"zero_sum": "no"},
            "counting",
            [TYPED, "What was won and lost in a game need not add to 0."],
        ),
    ],
)
def test_a_rule_book_says_how_it_is_played(
    ruleset: str, options: dict[str, str | int], part: str, wanted: list[str]
) -> None:
    check_sentences(ruleset, options, 4, part, wanted)


@pytest.mark.parametrize(
    ("players", "options", "wanted"),
    [
        (
            3,
            {},
            [
                "Rounds of a partie: 3.",
                EAST_STAYS,
                "After each round comes a green-dragon game",
            ],
        ),
        (
            3,
            {"green_dragon_games": "once_at_end"},
            [
                "Rounds of a partie: 3.",
                EAST_STAYS,
                "The partie ends with a green-dragon game",
            ],
        ),
        (
            3,
            {"green_dragon_games": "none"},
            ["Rounds of a partie: 3.", EAST_STAYS],
        ),
        (5, {}, [FOUR_ROUNDS, "The winds pass on after every game", RESTS]),
        (
            5,
            {"five_player_east_stays": "yes", "fifth_round": "yes"},
            [
                FOUR_ROUNDS,
                EAST_STAYS,
                RESTS,
                "The partie ends with a green-dragon round",
            ],
        ),
    ],
)
def test_the_dutch_book_says_how_three_and_five_play(
    players: int, options: dict[str, str | int], wanted: list[str]
) -> None:
    check_sentences("nts", options, players, "dealing", wanted)


def check_sentences(
    ruleset: str,
    options: dict[str, str | int],
    players: int,
    part: str,
    wanted: list[str],
) -> None:
    """Check how the sentences of one part of a reference card begin."""
    card = reference_of(RULESETS[ruleset], options, players)
    said = [one.template % one.parameters for one in getattr(card, part)]
    assert len(said) == len(wanted), said
    for sentence, beginning in zip(said, wanted, strict=True):
        assert sentence.startswith(beginning)
        assert sentence.endswith(".")


def test_a_card_lists_apart_what_only_the_winner_counts() -> None:
    card = reference_of(RULESETS["nts"], {})
    assert {"pair_of_dragons", "clean"} < {one.key for one in card.everybodys}
    assert {"mahjong", "four_chows"} < {one.key for one in card.winners}
    keys = [one.key for one in card.everybodys + card.winners]
    assert len(set(keys)) == len(keys)


def test_where_losers_count_nothing_all_items_are_the_winners() -> None:
    card = reference_of(RULESETS["schmale"], {})
    assert card.everybodys == ()
    assert {"own_flower", "set_of_dragons"} < {one.key for one in card.winners}
    settling = reference_of(RULESETS["schmale"], {"losers_settle": "yes"})
    assert "set_of_dragons" in {one.key for one in settling.everybodys}
    assert "self_drawn" in {one.key for one in settling.winners}


def test_the_dutch_chips_make_the_start_and_ask_for_points_in_tens() -> None:
    dealing = RULESETS["nts"].dealing
    # NTS, Fiches
    assert dealing.chips == ((1000, 1), (500, 2), (100, 9), (10, 10))
    assert sum(worth * many for worth, many in dealing.chips) == dealing.start_chips
    assert dealing.options_with_chips == {"rounding": "tens"}


def test_schmale_names_what_the_chips_are_worth() -> None:
    # Schmale 1.2
    assert RULESETS["schmale"].dealing.chip_values == (1, 2, 5, 10, 20, 50, 100)


# What a message lists, and what a choice is afterwards -------------------------------


def test_a_message_lists_what_can_stand_in_this_field() -> None:
    typed: dict[str, Any] = {
        "ruleset": "free",
        "round_wind": "E",
        "scores": dict.fromkeys("ESWN", 0),
        "outcome": {"kind": "win", "winner": "S", "source": "deal"},
    }
    counted: dict[str, Any] = {
        "ruleset": "nts",
        "round_wind": "E",
        "hands": {},
        "outcome": {"kind": "win", "winner": "S", "source": "sky"},
    }
    every = "wall, replacement, replacement_bonus, discard, robbed_kong, deal"
    for record, known in ((typed, "wall, discard"), (counted, every)):
        with pytest.raises(RulesError) as caught:
            score_record(record)
        assert caught.value.field == "outcome.source"
        assert caught.value.parameters["known"] == known


def test_an_option_that_a_club_has_chosen_is_asked_about_no_more() -> None:
    option = RULESETS["nts"].options_by_key["rounding"]
    assert isinstance(option, Option)
    chosen = option.with_default("tens")
    assert (chosen.default, chosen.is_asked) == ("tens", False)
    assert [one.value for one in chosen.choices][1:] == [
        one.value for one in option.choices if one.value != "tens"
    ]


@pytest.mark.parametrize(
    ("pair", "is_named"), [("5p", True), ("4p", False), ("6p", False), ("5m", False)]
)
def test_three_suited_terminal_chows_have_fives_of_the_third_suit(
    pair: str, *, is_named: bool
) -> None:
    ending = {"kind": "win", "winner": "S", "winning_tile": pair, "source": "wall"}
    record = {
        "ruleset": "mcr",
        "options": {"minimum_points": 0},
        "round_wind": "E",
        "hands": {"S": {"sets": ["123m", "789m", "123s"], "tiles": f"789s{pair * 2}"}},
        "outcome": ending,
    }
    items = score_record(record)["hands"]["S"]["items"]
    named = {one["rule"] for one in items}
    assert ("three_suited_terminal_chows" in named) is is_named


BY_ANOTHER = {"discard", "robbed_kong"}


@pytest.mark.parametrize("source", ["wall", "discard", "robbed_kong"])
@pytest.mark.parametrize(
    ("ruleset", "reason", "fitting"),
    [
        ("schmale", "nine_tiles", BY_ANOTHER),
        ("schmale", "last_five_tiles", {"discard"}),
        ("schmale", "twelfth_tile", {"wall"}),
        ("bmja", "dangerous_discard", BY_ANOTHER),
        ("bmja", "false_naming", BY_ANOTHER),
    ],
)
def test_a_reason_of_pao_goes_with_the_way_that_the_game_was_won(
    ruleset: str, reason: str, fitting: set[str], source: str
) -> None:
    outcome = {"kind": "win", "winner": "S", "winning_tile": None, "source": source}
    outcome |= {"from": "W"} if source in BY_ANOTHER else {}
    record = {
        "ruleset": ruleset,
        "round_wind": "E",
        "hands": {"S": {"points": 32}},
        "outcome": outcome | {"pao": {"player": "W", "reason": reason}},
    }
    warned = {one["code"] for one in score_record(record)["warnings"]}
    is_warned = not warned.isdisjoint({"pao_not_discarder", "pao_not_self_drawn"})
    assert is_warned is (source not in fitting)


def awaited_by_bmja(hand: dict[str, Any], **options: str) -> str | None:
    """Return which field is refused of a loser who waits; None if none is."""
    winner = {"sets": ["(222s)", "888s", "(345p)", "777p", "(99s)"]}
    record = {
        "ruleset": "bmja",
        "options": options,
        "round_wind": "E",
        "hands": {"S": winner, "N": hand | {"complete": False}},
        "outcome": {
            "kind": "win",
            "winner": "S",
            "winning_tile": "9s",
            "source": "discard",
            "from": "E",
        },
    }
    try:
        score_record(record)
    except RulesError as error:
        return error.field
    return None


@pytest.mark.parametrize(
    ("options", "field"), [({}, "hands.N.claims"), ({"jade_chow": "yes"}, None)]
)
def test_an_open_chow_rules_out_a_limit_hand_without_chows(
    options: dict[str, str], field: str | None
) -> None:
    hand = {"sets": ["234s"], "claims": ["waiting:imperial_jade"]}
    assert awaited_by_bmja(hand, **options) == field


@pytest.mark.parametrize("purity", ["three_doubles", "ordinary"])
def test_too_many_tiles_are_a_tile_short_of_nothing(purity: str) -> None:
    claims = {"claims": ["waiting:purity"]}
    hand = claims | {"tiles": "111222333555m7m"}
    assert awaited_by_bmja(hand, purity=purity) is None
    hand = claims | {"tiles": "111222333555m77m"}
    assert awaited_by_bmja(hand, purity=purity) == "hands.N.claims"


@pytest.mark.parametrize(
    ("last", "tile", "is_last"),
    [
        ("(567s)", "7s", True),
        ("(567s)", "2z", False),
        ("(777s)", "7s", False),
        ("567s", "7s", True),
        ("777s", "7s", False),
    ],
)
def test_the_last_of_its_kind_lies_concealed_nowhere_else(
    last: str, tile: str, *, is_last: bool
) -> None:
    record = {
        "ruleset": "mcr",
        "round_wind": "E",
        "hands": {"S": {"sets": ["(123m)", "(123p)", "(123s)", last, "(22z)"]}},
        "outcome": {
            "kind": "win",
            "winner": "S",
            "winning_tile": tile,
            "source": "discard",
            "from": "E",
            "circumstances": ["last_of_its_kind"],
        },
    }
    with nullcontext() if is_last else pytest.raises(RulesError, match="last of its"):
        score_record(record)


@pytest.mark.parametrize(
    ("tile", "can_be"), [(None, True), ("1p", True), ("2p", False)]
)
def test_bird_eats_cake_is_won_with_a_circle_or_a_tile_that_nobody_names(
    tile: str | None, *, can_be: bool
) -> None:
    outcome = {"kind": "win", "winner": "S", "winning_tile": tile, "source": "wall"}
    record = {
        "ruleset": "nts",
        "round_wind": "E",
        "hands": {"S": {"points": 64}},
        "outcome": outcome | {"circumstances": ["bird_eats_cake"]},
    }
    with nullcontext() if can_be else pytest.raises(RulesError, match="Bird eats"):
        score_record(record)


def test_bird_eats_cake_makes_one_pair_alone() -> None:
    sets = ["222m", "333m", "444m", "(1p1s)", "(1p1s)"]
    record = {
        "ruleset": "nts",
        "round_wind": "E",
        "hands": {"S": {"sets": sets, "tiles": "5m"}},
        "outcome": {
            "kind": "win",
            "winner": "S",
            "source": "wall",
            "winning_tile": "1p",
            "circumstances": ["bird_eats_cake"],
        },
    }
    with pytest.raises(RulesError, match="is a pair only where") as caught:
        score_record(record)
    assert caught.value.field == "hands.S.sets.4"


def test_no_two_fan_are_made_of_the_same_sets() -> None:
    joins = [one for one in RULESETS["mcr"].items_played if isinstance(one, JoinedItem)]
    assert len(joins) == 19
    begin_chows = [tile for tile in range(EAST) if tile % 9 < 7]
    for shape, tiles in ((Shape.CHOW, begin_chows), (Shape.PUNG, range(34))):
        for many in (2, 3, 4):
            fans = [one for one in joins if (one.shape, one.many) == (shape, many)]
            for lowest in combinations_with_replacement(tiles, many):
                for pair in (0, 1 << CIRCLE_5):
                    made = [one.key for one in fans if one.fits(lowest, pair)]
                    assert len(made) < 2, (made, lowest)


@pytest.mark.parametrize(
    ("table", "points"),
    [
        ("half_spicy", (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)),
        ("full_spicy", tuple(1 << faan for faan in range(14))),
        ("steps", (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 64)),
    ],
)
def test_points_of_faan_are_those_of_the_table(table: str, points: Any) -> None:
    counting = with_options(RULESETS["hkos"], {"table": table}).counting
    assert isinstance(counting, FaanAndLaak)
    assert counting.table == points


def test_what_a_house_rule_lets_win_is_shown_with_its_own_examples() -> None:
    shown = with_options(RULESETS["hkos"], {"nine_gates_any_wait": "yes"})
    examples = shown.limits_by_key["nine_gates"].examples
    assert [one.tiles for one in examples] == [
        "111m 2345678m 999m 5m",
        "111m 5m 234678m 999m 5m",
    ]


@pytest.mark.parametrize(("letters", "can_be"), [(60, True), (61, False)])
def test_a_typed_limit_hand_has_a_name_of_so_many_letters(
    letters: int, *, can_be: bool
) -> None:
    record = {
        "ruleset": "free",
        "round_wind": "E",
        "outcome": {"kind": "win", "winner": "S", "source": "wall"},
        "scores": {"E": -2, "S": 6, "W": -2, "N": -2},
        "limit": "x" * letters,
    }
    with nullcontext() if can_be else pytest.raises(RulesError, match="at most 60"):
        score_record(record)
