"""The page on which a remark between two games is written."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy

from clubscore.club.requests import reads_and_writes
from clubscore.partie.entries import LONGEST_NOTE
from clubscore.partie.notes import EMPTY, note_record
from clubscore.partie.pages import new_key, refused, see, write_of
from clubscore.partie.services import ConflictError, KeyReusedError


class NoteForm(forms.Form):
    """A remark between two games."""

    # How long it may be says the service, so that nothing typed is cut off.
    text = forms.CharField(
        label=gettext_lazy("What is to be noted?"),
        error_messages={"required": EMPTY},
        help_text=gettext_lazy("Everybody who sees the partie can read it."),
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.CharField(max_length=100, widget=forms.HiddenInput)


@reads_and_writes
def note(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Write a remark that stands between the last game and the next."""
    seen = see(request, club, number)
    if not seen.may_record:
        return refused(seen)
    partie = seen.partie
    if partie.is_void:
        messages.info(request, gettext("The partie is void: nothing in it counts."))
        return redirect(partie)
    form = NoteForm(
        request.POST if request.method == "POST" else None,
        initial={"version": partie.version, "key": new_key()},
    )
    if form.is_bound and form.is_valid():
        write = write_of(request, partie, form.cleaned_data)
        try:
            note_record(partie=partie, write=write, text=form.cleaned_data["text"])
        except (ConflictError, KeyReusedError):
            # A note depends on nothing: what was typed stays, to be written now.
            form = _again(form, see(request, club, number).partie.version)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, gettext("The note is written."))
            return redirect(partie)
    context = {**seen.context, "form": form, "most": LONGEST_NOTE}
    return render(request, "table/note.html", context)


def _again(form: NoteForm, version: int) -> NoteForm:
    """Return the form with what was typed, for the partie as it is by now."""
    data = {
        "text": form.cleaned_data["text"],
        "version": str(version),
        "key": new_key(),
    }
    again = NoteForm(data)
    again.add_error(
        None,
        gettext("Somebody else wrote first. Look at your note, then write it again."),
    )
    return again
