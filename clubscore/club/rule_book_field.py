"""Rule books to choose from: those that a club plays first, the rest folded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from clubscore.club.engine import Rules

    Answer = tuple[forms.boundfield.BoundWidget, str]


class RuleBookField(forms.ChoiceField):
    """A rule book, chosen among those that `offer` names."""

    widget = forms.RadioSelect

    def __init__(self, **more: Any) -> None:
        super().__init__(**({"label": _("Rule book")} | more))
        self.played: Collection[str] = ()
        self.who_plays: dict[str, str] = {}

    def offer(
        self, books: Iterable[Rules], chosen: str, played: Collection[str] = ()
    ) -> None:
        """
        Offer *books*; *chosen* is the one that the form is drawn for.

        The club's own books and those that it has *played* stand first, and where
        there are none the chosen one.
        """
        offered = list(books)
        self.choices = [(one.key, gettext(one.name)) for one in offered]
        self.initial = chosen
        self.who_plays = {one.key: one.who_plays for one in offered}
        first = {
            one.key for one in offered if one.base is not None or one.key in played
        }
        self.played = first or {chosen}

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> BookAnswers:
        """Return the field with its answers in two groups."""
        return BookAnswers(form, self, field_name)


class BookAnswers(forms.BoundField):
    """The rule books of a form, in the groups in which they are shown."""

    field: RuleBookField

    @property
    def first(self) -> list[Answer]:
        """Those that the club plays."""
        return self._answers(are_played=True)

    @property
    def others(self) -> list[Answer]:
        """The rest, each with a sentence on who plays it."""
        return self._answers(are_played=False)

    @property
    def is_among_others(self) -> bool:
        """Whether one of the rest is chosen, which must not be hidden."""
        return self.value() in self.field.who_plays and not self._is_played(
            self.value()
        )

    def _is_played(self, key: object) -> bool:
        return key in self.field.played

    def _answers(self, *, are_played: bool) -> list[Answer]:
        answers = []
        for radio in self.subwidgets:
            key = radio.data["value"]
            if self._is_played(key) == are_played:
                sentence = self.field.who_plays.get(key, "")
                answers.append((radio, gettext(sentence) if sentence else ""))
        return answers
