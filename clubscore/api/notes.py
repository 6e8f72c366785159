"""Notes in the API: the body of a request, and its answer."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from ninja import Schema
from pydantic import ConfigDict, Field

from clubscore.api.schemas import IF_MATCH, KEY
from clubscore.club.initials import withheld_in
from clubscore.partie.entries import LONGEST_NOTE, Note, RecordedGame
from clubscore.partie.history import name_written
from clubscore.partie.models import Partie, Revision
from clubscore.rules.errors import raise_first
from clubscore.rules.fields import Fields


class NewNote(Schema):
    """A remark between the last game and the next."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_NOTE, pattern=r"\S")]


class NoteWritten(Schema):
    """A remark, by whom and when."""

    text: str
    made_at: datetime
    author: str


class NoteTold(NoteWritten):
    """A remark between two games."""

    after: int = Field(description="The number of the game before it, or 0.")


class NotesAnswer(Schema):
    """The notes of a partie in order, and its version."""

    notes: list[NoteTold]
    version: int


class NoteAnswer(Schema):
    """A note that was written."""

    note: NoteWritten
    version: int


BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": NewNote.model_json_schema()}},
    },
    "parameters": [KEY, IF_MATCH],
}
"""How the document says what is read."""


def note_in(body: dict[str, Any]) -> str:
    """Return the text that *body* has; raise RulesError if it is of another shape."""
    fields = Fields(body, [], known=frozenset(("text",)))
    text = fields.text("text")
    raise_first(fields.problems)
    return text


def notes_told(partie: Partie) -> list[dict[str, Any]]:
    """Return the notes of a partie that hold, in order."""
    found: list[dict[str, Any]] = []
    games = 0
    for revision in Revision.objects.in_force(partie):
        content = revision.content
        if isinstance(content, RecordedGame):
            games += 1
        elif isinstance(content, Note):
            found.append({**note_told(partie, revision), "after": games})
    return found


def note_told(partie: Partie, revision: Revision) -> dict[str, Any]:
    """Return a note that was written; raise TypeError if it is something else."""
    content = revision.content
    if not isinstance(content, Note):
        raise TypeError(revision)
    return {
        "text": content.text,
        "made_at": revision.made_at,
        "author": name_written(revision, withheld_in(partie.club)),
    }
