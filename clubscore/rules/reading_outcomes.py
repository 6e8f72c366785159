"""How a game ended, from a record to values."""

from __future__ import annotations

from clubscore.rules.errors import Code, NotationError, RulesError, gettext_noop, quoted
from clubscore.rules.fields import Fields, Problems
from clubscore.rules.hands import (
    GIVEN,
    USUAL_PAO_REASONS,
    Circumstance,
    Draw,
    Offence,
    Outcome,
    Pao,
    PaoReason,
    Penalty,
    Source,
    Table,
    Win,
)
from clubscore.rules.ruleset import Ruleset
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
    value: object, rules: Ruleset | None, table: Table, problems: Problems
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
        return _read_penalty(said, table)
    said.bad(
        "kind", gettext_noop("The field “%(field)s” must be win, draw or penalty.")
    )
    return None


def _read_win(said: Fields, rules: Ruleset | None, table: Table) -> Win | None:
    winner = said.place("winner", table)
    source = said.member(Source, "source")
    giver = None
    if source in GIVEN:
        giver = said.place("from", table)
    elif source is not None and said.get("from") is not None:
        said.bad(
            "from",
            gettext_noop("The field “%(field)s” goes with a tile that somebody gave."),
        )
    circumstances = [
        said.member_called(Circumstance, "circumstances", text)
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
        _read_completes(said, completes) if completes is not None else None,
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


def _read_completes(said: Fields, text: str) -> WrittenSet | None:
    try:
        return parse_set(text)
    except NotationError as error:
        error.seat, error.field = said.seat, "outcome.completes"
        said.problems.append(error)
        return None


def _read_pao(outcome: Fields, rules: Ruleset | None, table: Table) -> Pao | None:
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


def _read_penalty(said: Fields, table: Table) -> Penalty | None:
    offender = said.place("offender", table)
    offence = said.member(Offence, "offence")
    giver = said.place("from", table) if said.get("from") is not None else None
    excluded = [
        said.place_called("excluded", text, table) for text in said.texts("excluded")
    ]
    if giver is not None and offence is not None:
        if offence is not Offence.FALSE_MAHJONG:
            said.bad(
                "from",
                gettext_noop("The field “%(field)s” goes with a false mahjong only."),
            )
        elif giver is offender:
            said.bad(
                "from",
                gettext_noop(
                    "The field “%(field)s” must be another than the offender."
                ),
            )
    if offender is not None and offender in excluded:
        said.bad(
            "excluded",
            gettext_noop("The field “%(field)s” cannot hold the offender, who pays."),
        )
    if offender is None or offence is None:
        return None
    return Penalty(
        offender,
        offence,
        giver,
        frozenset(one for one in excluded if one is not None),
    )
