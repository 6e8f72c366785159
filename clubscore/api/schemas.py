"""The schemas of the API's requests and answers."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field, RootModel, StrictBool, StrictInt
from pydantic.json_schema import models_json_schema

from clubscore.partie.game_record import HandRecord, LimitName, OutcomeRecord

REFERENCE = "#/components/schemas/{model}"
Seat = Literal["E", "S", "W", "N"]
Text = Annotated[str, Field(max_length=200)]
RuleBook = str | dict[str, Any]
"""A rule book’s key, or what a club’s own book says."""


Score = int | Annotated[str, Field(pattern=r"^-?\d+/\d+$")]
"""What is whole but for old results of a club’s lists: those as a text, 193/2."""


class Sent(Schema):
    """An object that may have no other fields."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


# What is sent ---------------------------------------------------------------------


class SentGame(Sent):
    """What is recorded of a game."""

    hands: dict[str, HandRecord] = {}
    outcome: OutcomeRecord
    scores: dict[str, int] | None = Field(
        None, description="What each won or lost; of `free` alone, instead of hands."
    )
    limit: LimitName | None = Field(
        None, description="The name of the winner’s limit hand; of `free` alone."
    )
    remark: Text | None = None


class GameRecord(SentGame):
    """A game as `manage.py score` reads it."""

    ruleset: RuleBook
    options: dict[str, str | int | list[int]] = {}
    players: Literal[3, 4, 5] = 4
    round_wind: Literal["E", "S", "W", "N", "G"] | None = None
    owner: Seat | None = None


class NewGame(SentGame):
    """A game to be recorded."""

    keyed_by: Literal["seat", "player"] = Field(
        "seat", description="Whether seats are named, or players by their names."
    )
    east: str | None = Field(
        None, description="Who really sat East, if the rules say another or do not say."
    )
    after: Annotated[str, Field(max_length=100)] | None = Field(
        None,
        description="The Idempotency-Key of the game before it, instead of If-Match.",
    )


class CorrectedGame(SentGame):
    """A game as it should have been recorded."""

    keyed_by: Literal["seat", "player"] = Field(
        "seat", description="Whether seats are named, or players by their names."
    )
    east: str | None = Field(
        None, description="Who really sat East; left out, who was said to."
    )
    reason: Text | None = Field(
        None, description="Why it is corrected; a dry run needs none."
    )
    winds: Literal["played", "should"] = Field(
        "played",
        description="Whether in later games the winds stay as they were played, or are"
        " what they should have been.",
    )


class NewBooking(Sent):
    """Chips that move from one player to another."""

    from_: str = Field(alias="from")
    to: str
    amount: int = Field(ge=1, le=1_000_000)
    reason: str = Field(min_length=1, max_length=200)


class NewPartie(Sent):
    """A partie to be started."""

    players: list[str] = Field(
        min_length=3, max_length=5, description="In seating order from East."
    )
    ruleset: RuleBook
    options: dict[str, str | int | list[int]] = {}
    season: str | None = Field(None, description="Its slug; else the one of today.")
    table: str = Field("", max_length=20)
    start_chips: Annotated[int, Field(ge=-(10**9), le=10**9)] | None = None
    guests: list[str] = Field([], description="Players whom the club need not know.")


BODIES = (GameRecord, NewGame, CorrectedGame, NewBooking, NewPartie)


def body_definitions() -> dict[str, Any]:
    """Return the shapes of all bodies, by their names."""
    _, schema = models_json_schema(
        [(body, "validation") for body in BODIES], ref_template=REFERENCE
    )
    definitions: dict[str, Any] = schema["$defs"]
    return definitions


def body(of: type[Sent], *parameters: dict[str, Any]) -> dict[str, Any]:
    """Return how the document says what a call reads."""
    reference = {"$ref": REFERENCE.format(model=of.__name__)}
    content = {"application/json": {"schema": reference}}
    return {
        "requestBody": {"required": True, "content": content},
        "parameters": list(parameters),
    }


def _header(name: str, description: str, **schema: Any) -> dict[str, Any]:
    return {
        "in": "header",
        "name": name,
        "required": False,
        "description": description,
        "schema": {"type": "string", **schema},
    }


KEY = _header(
    "Idempotency-Key",
    "Names this write; the same key with the same body is done once.",
    minLength=1,
    maxLength=100,
) | {"required": True}
IF_MATCH = _header(
    "If-Match",
    "The version of the partie that you have seen, as its ETag.",
    examples=['"7"'],
)
DRY_RUN = {
    "in": "query",
    "name": "dry_run",
    "required": False,
    "description": "1 shows what would change and writes nothing; needs no headers.",
    "schema": {"type": "string", "enum": ["0", "1"]},
}
AS_OF = {
    "in": "query",
    "name": "as_of",
    "required": False,
    "description": "The leaderboard as it stood at the end of that day.",
    "schema": {"type": "string", "format": "date"},
}
IF_NONE_MATCH = _header("If-None-Match", "The ETag that you know.", examples=['"7"'])


# What is answered -----------------------------------------------------------------


class Error(Schema):
    """Why something is refused."""

    code: str
    message: str
    seat: Seat | None = None
    field: str | None = None
    game: int | None = None


class ErrorAnswer(Schema):
    """A refusal."""

    error: Error


class SeasonOfClub(Schema):
    """A season of a club."""

    slug: str
    name: str
    starts_on: date
    ends_on: date | None
    ruleset: RuleBook
    options: dict[str, Any]


class PlayerOfClub(Schema):
    """A player of a club."""

    name: str
    guest: bool


class OpenPartie(Schema):
    """A partie that is being played."""

    id: int
    number: int
    table: str
    date: date
    season: str
    ruleset: RuleBook
    players: list[str]
    version: int


class ClubAnswer(Schema):
    """A club."""

    name: str
    slug: str
    public: bool
    seasons: list[SeasonOfClub]
    players: list[PlayerOfClub]
    parties: list[OpenPartie]


class Standing(Schema):
    """A player's line of a leaderboard."""

    place: int | None = Field(description="None for who has no place.")
    player: str
    points: str = Field(
        description="Exact: a whole number, or a fraction such as 7/2.",
        pattern=r"^-?\d+(/\d+)?$",
    )
    parties: int
    evenings: int
    wins: int
    given: int = Field(description="Winning tiles given away.")
    best_game: int | None
    score: Score = Field(description="Won and lost in the parties that count.")


class StandingsAnswer(Schema):
    """A season's leaderboard."""

    season: str
    as_of: date | None
    method: dict[str, Any] = Field(description="Every part of the standings method.")
    sentences: list[str] = Field(description="The same in words.")
    standings: list[Standing]


class StartedAnswer(Schema):
    """A partie that was started."""

    id: int
    number: int
    version: StrictInt


class Warned(Schema):
    """What a scorekeeper should see though the game can be scored."""

    code: str
    seat: Seat | None
    message: str


class WarnedOfGame(Warned):
    """What a scorekeeper should see about a game of a partie."""

    game: int | None


class Seated(Schema):
    """Who sits where in a game."""

    number: int
    round: int
    round_wind: Literal["E", "S", "W", "N", "G"] | None
    owner: Seat | None
    dealer: str | None
    resting: str | None
    winds: dict[Seat, str] | None


class PartieGame(Seated):
    """A game that was played, and where it left the players."""

    scores: dict[str, int]
    totals: dict[str, int]
    chips: dict[str, int]


class PartieAnswer(Schema):
    """What `manage.py replay` prints for a partie, and its version."""

    games: list[PartieGame]
    finished: bool
    next: Seated | None
    totals: dict[str, Score]
    chips: dict[str, Score]
    ranking: list[list[str]]
    warnings: list[WarnedOfGame]
    version: int
    void: bool = Field(False, description="Only there where the partie is void.")


class ItemScored(Schema):
    """Something that a hand scored; points and doubles, or faan and laak."""

    rule: str
    points: int | None = None
    doubles: int | None = None
    faan: int | None = None
    laak: int | None = None
    source: str
    by: str | None


class HandScored(Schema):
    """What a hand is worth; base and doubles, or faan and laak."""

    points: int
    base: int | None = None
    doubles: int | None = None
    faan: int | None = None
    laak: int | None = None
    limit: str | None
    dead: StrictBool | str
    arrangement: list[str]
    items: list[ItemScored]


class Paid(Schema):
    """A debt."""

    from_: Seat = Field(alias="from")
    to: Seat
    amount: int
    reason: str


class ScoreAnswer(Schema):
    """What `manage.py score` prints for a game."""

    hands: dict[Seat, HandScored]
    payments: list[Paid]
    scores: dict[Seat, int]
    warnings: list[Warned]


class GameAnswer(ScoreAnswer):
    """A game that was recorded."""

    number: int
    version: int


class GameChanged(Schema):
    """A game before and after a correction."""

    number: int
    named: bool = Field(description="Whether it is the one that is corrected.")
    before: PartieGame
    after: PartieGame | None = Field(
        description="Null where it can be scored in no way."
    )
    error: Error | None = Field(
        description="Why it cannot be scored as it is asked; it keeps its winds then."
    )


class TwoRankings(Schema):
    """Who was where, and who would be."""

    before: list[list[str]]
    after: list[list[str]]


class TwoSums(Schema):
    """The chips before and after."""

    before: dict[str, int]
    after: dict[str, int]


class Preview(Schema):
    """What a correction would change; nothing is written."""

    version: int
    games: list[GameChanged]
    chips: TwoSums
    ranking: TwoRankings
    standings: bool = Field(description="Whether the standings of a season change.")


class CorrectedAnswer(RootModel[GameAnswer | Preview]):
    """A game that was corrected; with `dry_run` what would change."""


class Moved(Schema):
    """Chips that were moved."""

    from_: str = Field(alias="from")
    to: str
    amount: int
    reason: str


class BookingAnswer(Schema):
    """A booking that was recorded."""

    booking: Moved
    version: int


class RevisionTold(Schema):
    """A revision, by whom, when and why; of a game with its result by seat."""

    revision: int
    kind: str
    made_at: datetime
    author: str
    reason: str
    withdrawn: bool
    keyed_by: Literal["player"] | None = None
    hands: dict[str, Any] | None = None
    scores: dict[str, int] | None = None
    """Of `free`, or of a game typed from paper of which nothing else is known."""
    limit: str | None = None
    outcome: dict[str, Any] | None = None
    east: str | None = None
    remark: str | None = None
    result: ScoreAnswer | None = None
    booking: Moved | None = None


class RevisionsAnswer(Schema):
    """Every revision of a game, the first one first."""

    revisions: list[RevisionTold]


class First(RevisionTold):
    """What came first, and the version that it made."""

    number: int | None
    """Of the game; null for what is no game, or was taken back since."""
    version: int


class SecondWriteError(Error):
    """Somebody else wrote first."""

    version: int
    first: First | None


class ConflictAnswer(Schema):
    """A refusal that shows what came first."""

    error: SecondWriteError
