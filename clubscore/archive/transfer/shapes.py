"""
The fields of a club's file, each checked as it is read.

These are its objects, field by field. Whether the parties can have been played so is
for the rules to say, see `parties`. Players and seasons go by ids of the file's own.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Annotated, Any, Literal, TypeAlias, TypeVar
from uuid import UUID

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    Strict,
)

from clubscore.partie.entries import Kind
from clubscore.partie.game_record import OneOf

FORMAT = "clubscore-club"
VERSION = 3
"""Counts the changes of the file that older installations cannot read."""
MOST = 2**31 - 1
"""The largest whole number that every database of ours holds."""


def _without_nul(value: Any) -> Any:
    """Return *value*; raise ValueError for a sign that PostgreSQL does not keep."""
    match value:
        case str():
            if "\0" in value:
                raise ValueError("a text holds the sign NUL")
        case dict():
            for key, one in value.items():
                _without_nul(key)
                _without_nul(one)
        case list():
            for one in value:
                _without_nul(one)
    return value


def _of_our_time(moment: dt.datetime) -> dt.datetime:
    """Return *moment*; raise ValueError if it is not one that a clock has shown."""
    if not dt.MINYEAR < moment.year < dt.MAXYEAR:
        raise ValueError("not a time of ours")
    return moment


def _of_the_clock(time: dt.time) -> dt.time:
    """Return *time*; raise ValueError for one in a time zone."""
    if time.tzinfo is not None:
        raise ValueError("a time of day without a time zone is meant")
    return time


Clean = AfterValidator(_without_nul)
Text10: TypeAlias = Annotated[str, Field(max_length=10), Clean]
Text20: TypeAlias = Annotated[str, Field(max_length=20), Clean]
Text40: TypeAlias = Annotated[str, Field(max_length=40), Clean]
Text64: TypeAlias = Annotated[str, Field(max_length=64), Clean]
Text80: TypeAlias = Annotated[str, Field(max_length=80), Clean]
Text100: TypeAlias = Annotated[str, Field(max_length=100), Clean]
Text150: TypeAlias = Annotated[str, Field(max_length=150), Clean]
Text200: TypeAlias = Annotated[str, Field(max_length=200), Clean]
Number: TypeAlias = Annotated[int, Field(ge=1, le=MOST)]
Moment: TypeAlias = Annotated[AwareDatetime, AfterValidator(_of_our_time)]
TimeOfDay: TypeAlias = Annotated[dt.time, AfterValidator(_of_the_clock)]
Json: TypeAlias = Annotated[dict[str, JsonValue], Clean]
RuleBook: TypeAlias = Text40 | Json
"""A rule book’s key, or what a club’s own book says."""
Item = TypeVar("Item")
Items: TypeAlias = Annotated[list[Item], Field(fail_fast=True)]
"""A list that is not read on after a fault: a short file can have millions of them."""


class FileObject(BaseModel):
    """An object of the file: with these fields and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


# The club and its people ----------------------------------------------------------


class ClubShape(FileObject):
    """How a club is called and what holds at its tables."""

    name: Text100
    slug: Text80
    is_public: bool
    wall: Text40
    correctors: Text40
    asks_agreement: bool
    final_after: int = Field(ge=0, le=32767)
    point_worth: Decimal | None = Field(max_digits=8, decimal_places=4)
    currency: Text10
    hides_skill_rating: bool = Field(False, description="Not in files of before.")
    fewest_parties: int = Field(10, ge=1, le=100, description="Likewise.")
    shows_forecast: bool = Field(False, description="Likewise.")
    shows_checklist: bool = Field(False, description="Likewise.")
    is_unclaimed: bool
    made_at: Moment


class PlayerShape(FileObject):
    """A player of the club."""

    id: Number
    name: Text80
    withheld_name: Text80 = Field(
        description="What initials stand for; empty in files that others are given."
    )
    slug: Text80
    uid: Annotated[UUID, Strict(False)] | None = Field(
        None, description="What chains know the player by; none in version 1."
    )
    is_guest: bool
    merged_into: Number | None
    merged_through: Number | None = Field(
        None, description="Who stands between, if they were merged later on."
    )
    made_at: Moment


class MemberShape(FileObject):
    """An account with a role in the club, and who it is there."""

    account: Text150
    role: Literal["member", "scorekeeper", "administrator"]
    player: Number | None
    linked_to: Number | None = Field(
        None, description="Its name before that was merged into the player."
    )
    joined_at: Moment


class FormerAuthorShape(FileObject):
    """A closed account, and the initials that stand where it wrote."""

    account: Text150
    initials: Text80


class EditionShape(FileObject):
    """An edition of a rule book of the club's own."""

    number: Number
    content: Json
    author: Text150
    made_at: Moment


class OwnBookShape(FileObject):
    """A rule book of the club's own: what is being written, and what was published."""

    draft: Json
    is_offered: bool
    editions: Items[EditionShape]


class SeasonShape(FileObject):
    """A season with its rules."""

    id: Number
    name: Text80
    slug: Text80
    starts_on: dt.date
    ends_on: dt.date | None
    ruleset: RuleBook
    options: Json
    method: Json
    substitutes: Literal["substitute", "replaced", "nobody"]
    made_at: Moment


class PresenceShape(FileObject):
    """A player who was there on an evening."""

    player: Number
    part: Literal["whole", "first", "second"]


class EveningShape(FileObject):
    """An evening, and who was there beside those who played."""

    date: dt.date
    presences: Items[PresenceShape]


class SignOnShape(FileObject):
    """Whether a player comes to a planned evening."""

    player: Number
    comes: bool
    answered_at: Moment


class PlannedEveningShape(FileObject):
    """An evening that was announced, and who has answered."""

    date: dt.date
    starts_at: TimeOfDay | None
    ends_at: TimeOfDay | None
    place: Text100
    sign_ons: Items[SignOnShape]


# What was said at the tables ------------------------------------------------------


class LinkShape(FileObject):
    """A table's link, without what stands in its address."""

    made_at: Moment
    revoked_at: Moment | None


class AgreementShape(FileObject):
    """A player's word that a game was entered as it was played."""

    player: Number
    account: Text150 | None
    link: int | None = Field(ge=0, description="Counts the links of the partie.")
    made_at: Moment


class EntryShape(FileObject):
    """Something that happened in a partie."""

    place: Number
    before: Number | None = Field(description="The place of the entry it goes before.")
    kind: Annotated[str, OneOf(Kind)]


class WrittenByShape(FileObject):
    """Who wrote it, by the ids of the installation where it was written."""

    account: Number | None
    link: Number | None
    token: Number | None


class RevisionShape(FileObject):
    """A revision of an entry, by whom, when and why."""

    entry: Number = Field(description="The place of the entry.")
    number: Number
    said: Json
    result: Json | None
    is_withdrawn: bool
    edition: Text40
    account: Text150 | None = Field(
        description="Only of who is a member of the club now."
    )
    link: int | None = Field(ge=0, description="Counts the links of the partie.")
    by: WrittenByShape | None = Field(None, description="None in version 1.")
    author: Text80
    reason: Text200
    made_at: Moment
    agreements: Items[AgreementShape]


class PartieShape(FileObject):
    """A partie with all its revisions."""

    number: Number
    season: Number
    date: dt.date = Field(description="Of its evening.")
    table: Text20
    ruleset: RuleBook
    edition: Text40
    options: Json
    start_chips: int = Field(ge=-(10**9), le=10**9)
    uses_chips: bool
    substitutes: Literal["substitute", "replaced", "nobody"]
    version: int = Field(ge=0, le=MOST)
    made_at: Moment
    seats: Items[Number] = Field(
        min_length=3, max_length=5, description="The players from the first East on."
    )
    links: Items[LinkShape]
    entries: Items[EntryShape]
    revisions: Items[RevisionShape] = Field(description="As they were written.")
    head: Text64 | None = Field(
        None,
        description="The hash at the end of its chain; none in version 1, and where"
        " initials stand for a name that is hashed.",
    )


def _without_gaps(parties: list[PartieShape]) -> list[PartieShape]:
    """Return *parties*; raise ValueError where `audit` would miss one for ever."""
    if sorted(one.number for one in parties) != list(range(1, len(parties) + 1)):
        raise ValueError(f"their numbers are not 1 to {len(parties)}")
    return parties


# What was planned -----------------------------------------------------------------


class PlanVersionShape(FileObject):
    """A version of a plan."""

    number: Number
    wish: Json
    rounds: Items[Json] | None
    measures: Json | None
    is_stopped: bool
    error: Text40
    author: Text150
    made_at: Moment


class SittingShape(FileObject):
    """A sitting of a plan that was started."""

    number: Number
    parties: Items[Number] = Field(description="By their numbers.")
    waiting: Items[Number] = Field(description="The players without a table.")
    started_at: Moment
    ends_at: Moment | None = Field(None, description="While its clock runs.")
    seconds_left: int | None = Field(
        None, ge=0, le=MOST, description="While that is paused."
    )


class PlanShape(FileObject):
    """Several sittings planned ahead, and those that were played."""

    number: Number
    season: Number
    occasion: Literal["evening", "season", "tournament"]
    day: dt.date | None
    minutes: Number | None = Field(
        None, description="Of a sitting's clock; none in files of before."
    )
    made_at: Moment
    used: Number | None = Field(description="The version that is played by.")
    versions: Items[PlanVersionShape]
    sittings: Items[SittingShape]


# What follows from it -------------------------------------------------------------


class CalibrationRowShape(FileObject):
    """The pairs that had been told about the same chance, and how many came so."""

    low: int = Field(alias="from", description="In percent, as all but the counts.")
    high: int = Field(alias="to")
    pairs: int
    came: int
    told: float = Field(description="The mean of the chances.")
    least: float = Field(description="The true share is from it on, 95 times in 100,")
    most: float = Field(description="and up to it: Wilson’s interval.")


class CalibrationShape(FileObject):
    """How well the ratings had told what came, of all time or in a season."""

    season: Number | None
    parties: int
    pairs: int
    log_loss: float = Field(description="The mean of a pair; a coin has 0.6931.")
    against_coin: Literal["better", "even", "worse"]
    rows: Items[CalibrationRowShape]


class ClubFile(FileObject):
    """Everything of a club."""

    format: Literal["clubscore-club"]
    version: Literal[1, 2, 3]
    club: ClubShape
    books: Items[OwnBookShape] = Field([], description="Only where the club has some.")
    parties: Annotated[Items[PartieShape], AfterValidator(_without_gaps)]
    evenings: Items[EveningShape]
    seasons: Items[SeasonShape]
    members: Items[MemberShape]
    former_authors: Items[FormerAuthorShape] = Field(
        [], description="Only where the file tells names that initials stand for."
    )
    players: Items[PlayerShape]
    plans: Items[PlanShape] = Field([], description="None in files of before.")
    planned_evenings: Items[PlannedEveningShape] = Field(
        [], description="None in files of before."
    )
    calibration: Items[CalibrationShape] = Field(
        [],
        description="For readers: it is worked out anew from the parties. Only where"
        " the club has a skill rating.",
    )
