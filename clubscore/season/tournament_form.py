"""The form that opens a tournament: its season, who plays, its sittings, its clock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.club.engine import Rules
from clubscore.club.forms import DateInput
from clubscore.club.models import Club, Season
from clubscore.club.rule_book_field import RuleBookField
from clubscore.evening.club_plan_forms import ClubPlanForm
from clubscore.partie.models import LONGEST_SITTING

FIRST = ("name", "starts_on", "ends_on", "names", "sittings", "minutes")
"""The questions that every tournament answers, in their order."""
MORE = ("sizes", "apart", "together", "fixed")
"""Those that few have to: they are folded."""


class TournamentForm(ClubPlanForm):
    """What a tournament is: a season of a day or two with its sittings planned."""

    season = None  # type: ignore[assignment]
    counts_season = None  # type: ignore[assignment]

    name = forms.CharField(label=_("Name"), max_length=80)
    starts_on = forms.DateField(label=_("First day"), widget=DateInput())
    ends_on = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=DateInput(),
        help_text=_("Leave it empty for a tournament of one day."),
    )
    ruleset = RuleBookField()
    minutes = forms.IntegerField(
        label=_("Minutes a sitting"),
        help_text=_("A clock counts them down, with a gong at the end."),
        min_value=1,
        max_value=LONGEST_SITTING,
        initial=90,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        club: Club,
        books: Iterable[Rules],
        played: Iterable[str],
        **more: Any,
    ) -> None:
        """Draw the form for a club that has *played* by rule books, the last first."""
        super().__init__(data, club=club, seasons=(), **more)
        offered, keys = list(books), list(played)
        known = [one.key for one in offered]
        usual = next((key for key in keys if key in known), known[0])
        field = self.fields["ruleset"]
        assert isinstance(field, RuleBookField)
        field.offer(offered, usual, keys)

    @property
    def first(self) -> list[forms.BoundField]:
        """The fields to be seen at once, without the rule book."""
        return [self[name] for name in FIRST]

    @property
    def more(self) -> list[forms.BoundField]:
        """The fields that are folded."""
        return [self[name] for name in MORE]

    @property
    def has_more(self) -> bool:
        """Whether something stands in the folded fields that must be seen."""
        wishes = ("apart", "together", "fixed")
        return any(self[name].value() for name in wishes) or any(
            self[name].errors for name in MORE
        )

    @property
    def season_of_plan(self) -> Season:
        """A season like the one that is to be made: its club and rule book."""
        return Season(club=self.club, ruleset=self.cleaned_data["ruleset"])

    def clean(self) -> dict[str, Any]:
        """Refuse days that run backwards; a tournament of one day ends on its first."""
        data = self.cleaned_data
        data["counts_season"] = False
        first, last = data.get("starts_on"), data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day comes before the first one."))
        elif first and not last and "ends_on" not in self.errors:
            data["ends_on"] = first
        return super().clean()
