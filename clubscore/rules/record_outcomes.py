"""The reader of a record's outcome."""

from __future__ import annotations

from operator import itemgetter

from clubscore.rules.errors import Code, NotationError, RulesError, gettext_noop, quoted
from clubscore.rules.fields import Fields, Problems
from clubscore.rules.hand_points import Taken
from clubscore.rules.hands import (
    GIVEN,
    USUAL_CIRCUMSTANCES,
    USUAL_OFFENCES,
    USUAL_PAO_REASONS,
    Circumstance,
    Draw,
    Offence,
    Outcome,
    Pao,
    PaoReason,
    Penalty,
    Source,
    TableWinds,
    Win,
)
from clubscore.rules.ruleset import Ruleset
from clubscore.rules.seats import Wind
from clubscore.rules.sets import WrittenSet, parse_set
from clubscore.rules.tiles import JOKER, KINDS, Tile, parse_tiles

WIN_FIELDS = frozenset(
    ("kind", "winner", "winning_tile", "source", "from", "circumstances")
) | {"completes", "pao"}
DRAW_FIELDS = frozenset(("kind",))
PENALTY_FIELDS = frozenset(("kind", "offender", "offence", "from", "excluded"))
PAO_FIELDS = frozenset(("player", "reason"))
FIELDS = {"draw": DRAW_FIELDS, "penalty": PENALTY_FIELDS}
"""The fields of each kind of outcome but a win."""


def read_outcome(
    value: object, rules: Ruleset | None, table: TableWinds, problems: Problems
) -> Outcome | None:
    """Return how the game ended; None if that could not be read."""
    kind = value.get("kind") if isinstance(value, dict) else None
    known = FIELDS.get(kind, WIN_FIELDS) if isinstance(kind, str) else WIN_FIELDS
    said = Fields(value, problems, known=known, path="outcome")
    if kind == "win":
        return _read_win(said, rules, table)
    if kind == "draw":
        return Draw()
    if kind == "penalty":
        return _read_penalty(said, rules, table)
    said.bad(
        "kind", gettext_noop("The field “%(field)s” must be win, draw or penalty.")
    )
    return None


def _read_win(said: Fields, rules: Ruleset | None, table: TableWinds) -> Win | None:
    winner = said.place("winner", table)
    source = said.member(Source, "source")
    giver = None
    if source in GIVEN:
        giver = said.place("from", table)
    elif said.get("from") is not None:
        said.bad(
            "from",
            gettext_noop("The field “%(field)s” goes with a tile that somebody gave."),
        )
    known = frozenset(Circumstance)
    if rules is not None:
        known = USUAL_CIRCUMSTANCES | rules.winning.circumstances
    circumstances = [
        said.member_called(Circumstance, "circumstances", text, known)
        for text in said.texts("circumstances")
    ]
    if winner is not None:
        said.seat = winner.letter
    tile = _read_winning_tile(said, rules)
    completes = said.text("completes") if said.get("completes") is not None else None
    pao = _read_pao(said, rules, table) if said.get("pao") is not None else None
    if winner is None or source is None or (giver is None and source in GIVEN):
        return None
    return Win(
        winner,
        tile,
        source,
        giver,
        frozenset(one for one in circumstances if one is not None),
        _read_completes(said, completes, rules) if completes is not None else None,
        pao,
    )


def _read_winning_tile(said: Fields, rules: Ruleset | None) -> Tile | None:
    if said.get("winning_tile") is None:
        return None
    text = said.text("winning_tile")
    tiles: tuple[Tile, ...] = ()
    try:
        tiles = parse_tiles(text)
    except NotationError as error:
        error.seat, error.field = said.seat, "outcome.winning_tile"
        said.problems.append(error)
        return NO_MATTER
    template = None
    looks = rules is None or rules.counting.takes is Taken.TILES
    if len(tiles) == 1 and not looks:
        return tiles[0]
    if len(tiles) != 1 or KINDS <= tiles[0] < JOKER:
        template = gettext_noop(
            "The winning tile is one tile, and no flower or season; this is “%(text)s”."
        )
    elif rules is not None and not rules.tiles.has(tiles[0]):
        template = gettext_noop("“%(text)s” is no tile that is played with here.")
    if template is None:
        return tiles[0]
    said.problems.append(
        RulesError(
            Code.BAD_TILE,
            template,
            {"text": quoted(text)},
            seat=said.seat,
            field="outcome.winning_tile",
        )
    )
    return NO_MATTER


NO_MATTER: Tile = 0
"""Stands for a tile that could not be read, until the reason is raised."""


def _read_completes(
    said: Fields, text: str, rules: Ruleset | None
) -> WrittenSet | None:
    if rules is not None and rules.counting.takes is not Taken.TILES:
        # Whatever is named, no hand was entered that could hold it.
        return WrittenSet((), is_concealed=False, readings=())
    try:
        return parse_set(text)
    except NotationError as error:
        error.seat, error.field = said.seat, "outcome.completes"
        said.problems.append(error)
        return None


def _read_pao(outcome: Fields, rules: Ruleset | None, table: TableWinds) -> Pao | None:
    said = Fields(
        outcome.get("pao"), outcome.problems, known=PAO_FIELDS, path="outcome.pao"
    )
    player = said.place("player", table)
    known = frozenset(PaoReason)
    if rules is not None:
        # Where a book knows no pao at all, that is what is wrong.
        known = rules.paying.pao_reasons or USUAL_PAO_REASONS
    reason = said.member(PaoReason, "reason", known)
    if player is None or reason is None:
        return None
    return Pao(player, reason)


def _read_penalty(
    said: Fields, rules: Ruleset | None, table: TableWinds
) -> Penalty | None:
    known = frozenset(Offence)
    if rules is not None:
        # Where no penalty ends a game, that is what is wrong.
        known = rules.paying.offences or USUAL_OFFENCES
    offence = said.member(Offence, "offence", known)
    offenders = _read_offenders(said, rules, table, offence)
    giver = said.place("from", table) if said.get("from") is not None else None
    excluded = [
        said.place_called("excluded", text, table) for text in said.texts("excluded")
    ]
    if rules is not None:
        without = [
            ("from", giver is not None and not rules.paying.knows_claimed),
            ("excluded", bool(excluded) and not rules.paying.may_exclude),
        ]
        for field, _ in filter(itemgetter(1), without):
            said.bad(
                field,
                gettext_noop("The field “%(field)s” has no meaning in %(ruleset)s."),
                ruleset=rules.name,
            )
    if giver is not None and offence is not Offence.FALSE_MAHJONG:
        said.bad(
            "from",
            gettext_noop("The field “%(field)s” goes with a false mahjong only."),
        )
    elif giver in offenders:
        said.bad(
            "from",
            gettext_noop("The field “%(field)s” must be another than the offender."),
        )
    if any(one in excluded for one in offenders):
        said.bad(
            "excluded",
            gettext_noop("The field “%(field)s” cannot hold the offender, who pays."),
        )
    if not offenders or offence is None:
        return None
    return Penalty(
        offenders,
        offence,
        giver,
        frozenset(one for one in excluded if one is not None),
    )


def _read_offenders(
    said: Fields, rules: Ruleset | None, table: TableWinds, offence: Offence | None
) -> tuple[Wind, ...]:
    """Return who is at fault: one seat, or several where the rules have such fines."""
    if rules is None or offence is None:
        return ()
    value = said.get("offender")
    most = rules.paying.most_offenders(offence)
    if most == 1 or not isinstance(value, list):
        offender = said.place("offender", table)
        return (offender,) if offender is not None else ()
    found = [said.place_called("offender", one, table) for one in value]
    offenders = sorted({one for one in found if one is not None})
    if not 1 < len(offenders) == len(found) <= most:
        said.bad(
            "offender",
            gettext_noop(
                "The field “%(field)s” must be a seat, or a list of 2 to %(most)d"
                " different seats."
            ),
            most=most,
        )
    return tuple(offenders)
