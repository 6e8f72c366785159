"""What of the rule books a club can choose, as pages ask for it."""

import pytest

from clubscore.club import engine

RULESETS = [
    *("nts", "schmale", "spiel-der-winde", "bmja", "dmjl", "hkos"),
    *("mcr", "american", "free"),
]
ALONE = {
    3: {"three_player_rounds", "green_dragon_games"},
    4: set(),
    5: {"five_player_east_stays", "fifth_round"},
}
"""The options of nts that mean something for one number of players alone."""


def keys(ruleset: str, players: int | None = None) -> set[str]:
    """Return the keys of the house rules."""
    return {rule.key for rule in engine.house_rules(ruleset, players)}


def test_all_rule_books_are_listed() -> None:
    assert [one.key for one in engine.rulesets()] == RULESETS


@pytest.mark.parametrize(
    ("ruleset", "numbers"),
    [("nts", (3, 4, 5)), ("schmale", (3, 4, 5)), ("spiel-der-winde", (4,))],
)
def test_a_rule_book_says_for_how_many_it_is(
    ruleset: str, numbers: tuple[int, ...]
) -> None:
    assert engine.numbers_of_players(ruleset) == numbers


@pytest.mark.parametrize(
    ("ruleset", "chips", "owners"),
    [
        ("nts", True, False),
        ("schmale", True, False),
        ("spiel-der-winde", False, True),
    ],
)
def test_a_rule_book_knows_chips_or_owners(
    ruleset: str, chips: bool, owners: bool
) -> None:
    assert engine.knows_chips(ruleset) is chips
    assert engine.has_owners(ruleset) is owners


@pytest.mark.parametrize("many", [3, 4, 5])
def test_a_house_rule_is_offered_to_those_it_means_something_for(many: int) -> None:
    offered = keys("nts", many)
    for number, alone in ALONE.items():
        assert (alone <= offered) == (number == many or not alone)
    assert ("rounds" in offered) == (many != 3)
    assert ("flowers" in offered) == (many != 3)
    assert "minimum_doubles" in offered


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_house_rule_tells_for_how_many_it_is(ruleset: str) -> None:
    numbers = engine.numbers_of_players(ruleset)
    for rule in engine.house_rules(ruleset):
        assert tuple(sorted(rule.players + rule.without)) == numbers
        for many in numbers:
            assert (rule.key in keys(ruleset, many)) == (many in rule.players)


def test_what_means_nothing_for_so_many_does_not_differ() -> None:
    options = {"fifth_round": "yes", "rounds": 2, "minimum_doubles": 1}

    def named(players: int | None) -> set[str]:
        return {rule.key for rule, _ in engine.differing("nts", options, players)}

    assert named(None) == set(options)
    assert named(3) == {"minimum_doubles"}
    assert named(4) == {"rounds", "minimum_doubles"}
    assert engine.meant_for("nts", options, 4) == {"rounds": 2, "minimum_doubles": 1}


def test_only_the_settlement_of_spiel_der_winde_is_asked() -> None:
    asked = [
        (ruleset, rule.key)
        for ruleset in RULESETS
        for rule in engine.house_rules(ruleset)
        if rule.is_asked
    ]
    assert asked == [("spiel-der-winde", "settlement")]
    (rule,) = engine.unanswered("spiel-der-winde", {})
    assert rule.key == "settlement"
    answered = {"settlement": "differences"}
    assert engine.unanswered("spiel-der-winde", answered) == ()


def test_an_answer_is_told_even_where_it_is_the_first_choice() -> None:
    told = engine.differing("spiel-der-winde", {"settlement": "differences"})
    assert [rule.key for rule, _ in told] == ["settlement"]
    assert engine.differing("spiel-der-winde", {}) == ()


def test_the_examples_of_the_settlement_are_what_its_words_say() -> None:
    scores = {
        one.value: dict(one.scores)
        for one in engine.examples("spiel-der-winde", "settlement")
    }
    # South wins with 64; East, the owner, has 24, West 8 and North 32.
    assert scores == {
        # East −64 + 16 − 8, West −64 − 16 − 24, North −64 + 8 + 24.
        "differences": {"East": -56, "South": 192, "West": -104, "North": -32},
        # East −128 + 32 − 16, West −64 − 32 − 24, North −64 + 16 + 24.
        "owner_double": {"East": -112, "South": 256, "West": -120, "North": -24},
        "winner_only": {"East": -64, "South": 192, "West": -64, "North": -64},
        "credit": {"East": 24, "South": 64, "West": 8, "North": 32},
    }
