"""Notes: remarks between the games of a partie, which move nothing."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubscore.partie.entries import LONGEST_NOTE, Note
from clubscore.partie.models import Partie, Revision
from clubscore.partie.services import Write, add_entry, begin

EMPTY = _("Write what is to be noted.")
TOO_LONG = _("A note has at most %(most)d characters, and this one has %(many)d.")


@transaction.atomic
def note_record(*, partie: Partie, write: Write, text: str) -> Revision:
    """
    Keep a remark between the last game and the next; blanks around it go.

    Raise ValidationError if it is empty or longer than LONGEST_NOTE, or if the partie
    is void.
    """
    note = Note(text.strip())
    begun = begin(partie, write, {note.kind: note.as_json})
    if begun.made is not None:
        return begun.made
    if begun.chronicle.is_void:
        raise ValidationError(_("The partie is void."), code="void")
    if not note.text:
        raise ValidationError({"text": EMPTY})
    if (many := len(note.text)) > LONGEST_NOTE:
        params = {"most": LONGEST_NOTE, "many": many}
        raise ValidationError({"text": ValidationError(TOO_LONG, params=params)})
    return add_entry(begun, note)
