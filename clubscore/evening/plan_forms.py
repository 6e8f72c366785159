"""Forms of planned evenings: when and where they are, and how they are repeated."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.club.days import days_between
from clubscore.club.forms import DateInput, ServiceForm
from clubscore.club.names import tidied

MOST_EVENINGS = 60
"""So many are planned at once: every week of a year, and some."""
FARTHEST = timedelta(days=2 * 366)
"""Beyond it a day is a year that was typed wrong."""
TOO_FAR = _("That is too far off: plan a year at a time.")


class TimeInput(forms.TimeInput):
    """The browser's own clock; it speaks one format whatever the language."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class PlannedForm(ServiceForm):
    """When and where an evening is."""

    starts_at = forms.TimeField(label=_("Begins at"), required=False, widget=TimeInput)
    ends_at = forms.TimeField(label=_("Ends at"), required=False, widget=TimeInput)
    place = forms.CharField(label=_("Where"), required=False, max_length=100)

    def clean_place(self) -> str:
        """Return the place without needless blanks."""
        return tidied(self.cleaned_data["place"])

    def clean(self) -> dict[str, Any]:
        """Refuse an end without a beginning."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("ends_at") is not None and data.get("starts_at") is None:
            self.add_error("starts_at", _("Say when it begins, too."))
        return data


class PlanForm(PlannedForm):
    """On which days evenings are planned."""

    first = forms.DateField(label=_("First evening"), widget=DateInput)
    every = forms.TypedChoiceField(
        label=_("Repeated"),
        choices=[(0, _("once only")), (7, _("every week")), (14, _("every two weeks"))],
        coerce=int,
        widget=forms.RadioSelect,
        initial=7,
    )
    until = forms.DateField(
        label=_("Until"),
        required=False,
        widget=DateInput,
        help_text=_("The last day on which there can be one, if it is repeated."),
    )
    breaks = forms.CharField(
        label=_("Not on"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
        help_text=_(
            "Days or holidays on which nobody plays, one on each line:"
            " 22 December 2026 – 3 January 2027."
        ),
    )
    field_order = ["first", "every", "until", "breaks", "starts_at", "ends_at", "place"]

    def __init__(self, *args: Any, tonight: date, **more: Any) -> None:
        super().__init__(*args, **more)
        self.tonight = tonight

    def clean_first(self) -> date:
        """Refuse a day that is over, or one that nobody plans yet."""
        first: date = self.cleaned_data["first"]
        if first < self.tonight:
            raise forms.ValidationError(_("This day is over."))
        if first - self.tonight > FARTHEST:
            raise forms.ValidationError(TOO_FAR)
        return first

    def clean_breaks(self) -> list[tuple[date, date]]:
        """Return the first and the last day of each break."""
        lines = [line for line in self.cleaned_data["breaks"].splitlines() if line]
        found = {line: days_between(line) for line in map(tidied, lines) if line}
        wrong = [line for line, days in found.items() if days is None]
        if wrong:
            raise forms.ValidationError(
                _(
                    "“%(line)s” is no day. Write a day, or the first and the last one"
                    " with a dash between them, each with its year."
                ),
                params={"line": wrong[0]},
            )
        return [days for days in found.values() if days is not None]

    def clean(self) -> dict[str, Any]:
        """Work out the days; refuse none, or too many."""
        data = super().clean()
        first, every, until = (data.get(one) for one in ("first", "every", "until"))
        if first is None or every is None:
            return data
        if not every:
            data["days"] = [first]
        elif until is None:
            if "until" not in self.errors:
                self.add_error("until", _("Say until when it is repeated."))
        elif until < first:
            self.add_error("until", _("This is before the first evening."))
        elif (until - first).days // every >= MOST_EVENINGS:
            self.add_error("until", TOO_FAR)
        else:
            many = (until - first).days // every + 1
            data["days"] = [first + timedelta(days=every * one) for one in range(many)]
        breaks = data.get("breaks") or []
        if data.get("days"):
            data["days"] = [
                day
                for day in data["days"]
                if not any(begin <= day <= end for begin, end in breaks)
            ]
            if not data["days"]:
                self.add_error("breaks", _("No evening is left beside these days."))
        return data
