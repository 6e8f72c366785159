"""
The form that every page which starts a partie has: rule book and number of players.

A form is drawn for a rule book and a number of players: these say how many seats
there are and what can be chosen. When somebody changes one of them the form is
drawn again with what was typed; when it comes back as it was drawn for others,
it is refused, so that nobody starts by rules that were not shown.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from clubscore.club import engine as rule_books
from clubscore.club.engine import Rules
from clubscore.club.models import Season
from clubscore.club.rule_book_field import RuleBookField
from clubscore.club.rule_fields import RuleQuestion, partie_field, questions
from clubscore.partie.forms.seating import HOW_MANY, draw_of, number_asked, seats_of
from clubscore.partie.forms.widgets import as_typed

Typed = Mapping[str, str]

OPTION = "option_"
"""What the names of the house rules' fields begin with."""
OTHER = "other:"
"""What the names of house rules begin with that were typed for another rule book."""
MOST_SEATS = max(HOW_MANY)
MOST_BEGIN = 1_000_000
"""Nobody begins with more, or with less below 0."""


class Chips(TextChoices):
    """What the score is kept with at the table."""

    CHIPS = "chips", _("With chips: points are rounded to tens")
    NOTEPAD = "notepad", _("With a notepad: every point counts")


CHIPS_ALONE = [
    (Chips.CHIPS.value, _("With chips")),
    (Chips.NOTEPAD.value, _("With a notepad")),
]
"""Where the points are the same with either."""


class TableForm(forms.Form):
    """The rule book, the number of players, and what follows from the two."""

    ruleset = RuleBookField()
    players = forms.TypedChoiceField(
        label=_("How many play?"), coerce=int, widget=forms.RadioSelect
    )
    chips = forms.ChoiceField(
        label=_("How do you keep score at the table?"),
        initial=Chips.NOTEPAD,
        widget=forms.RadioSelect,
    )

    begin = forms.IntegerField(
        label=_("What does everybody begin with?"),
        initial=0,
        required=False,
        min_value=-MOST_BEGIN,
        max_value=MOST_BEGIN,
        help_text=_("At a riichi table 25000, say."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    seat_fields: tuple[str, ...] = ()
    """What the names of a seat's fields begin with."""

    def __init__(
        self,
        data: Typed | None = None,
        *,
        ruleset: str,
        many: int,
        books: Sequence[Rules] | None = None,
        played: Collection[str] = (),
        **more: Any,
    ) -> None:
        """
        Draw the form for a *ruleset* of *books*, ours by default, and so *many*.

        *played* are those that the club plays, as far as is known here.
        """
        known = rule_books.rulesets() if books is None else books
        sent = _sent(data, ruleset, many, {one.key for one in known})
        super().__init__(sent, **more)
        self.drawn_for = ruleset
        self.many = many
        self.labels = seats_of(ruleset, many)
        self.kept: dict[str, str] = {}
        """What was typed in fields that this form has not."""
        asked = self.fields["ruleset"]
        assert isinstance(asked, RuleBookField)
        asked.offer(known, ruleset, played)
        numbers = rule_books.numbers_of_players(ruleset)
        if len(numbers) > 1:
            self._choice("players").choices = [
                (str(number), HOW_MANY[number]) for number in numbers
            ]
            self.fields["players"].initial = str(many)
        else:
            del self.fields["players"]
        if not rule_books.knows_chips(ruleset):
            del self.fields["chips"]
        else:
            rounds = rule_books.with_chips(ruleset)
            self._choice("chips").choices = Chips.choices if rounds else CHIPS_ALONE
        if not rule_books.takes_scores(ruleset):
            del self.fields["begin"]
        self.rules = rule_books.house_rules(ruleset, many)

    def _choice(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def _add_house_rules(
        self, chosen: Mapping[str, object], *, is_seasons: bool
    ) -> None:
        """Ask for the house rules; left alone, *chosen* or else the book holds."""
        with_chips = rule_books.with_chips(self.drawn_for)
        for rule in self.rules:
            field = self.fields[OPTION + rule.key] = partie_field(
                rule,
                chosen.get(rule.key, rule.default),
                is_seasons=is_seasons,
                with_chips=with_chips.get(rule.key),
            )
            if rule.is_asked:
                field.initial = chosen.get(rule.key)

    def _ask_last(self, name: str) -> None:
        if name in self.fields:
            self.fields[name] = self.fields.pop(name)

    def fill(self, data: Typed) -> None:
        """Show what was typed so far, of which nothing is wrong yet."""
        seen = _without_unseen_options(data, self.drawn_for)
        typed = as_typed(self, seen)
        typed |= {"ruleset": self.drawn_for, "players": str(self.many)}
        self.initial = {
            name: value for name, value in typed.items() if value is not None
        }
        self.keep(data)

    def keep(self, data: Typed) -> None:
        """Keep what was typed for another number of players or another rule book."""
        names = [
            f"{start}{place}"
            for start in self.seat_fields
            for place in range(self.many, MOST_SEATS)
        ]
        own = _without_unseen_options(data, self.drawn_for)
        every = rule_books.house_rules(self.drawn_for)
        names += [OPTION + rule.key for rule in every if rule not in self.rules]
        self.kept = {name: own[name] for name in names if own.get(name)}
        self.kept |= _options_of_others(data, self.drawn_for)

    def clean(self) -> dict[str, Any]:
        """Refuse a form that was drawn for another rule book or number of players."""
        data = super().clean() or {}
        many = self.data.get("players", str(self.many))
        if self.data.get("shown_ruleset", self.drawn_for) != self.drawn_for:
            self.add_error(
                "ruleset",
                _(
                    "What can be chosen below has changed with the rule book. Look at "
                    "it, then start."
                ),
            )
        elif "players" not in self.fields and many != str(self.many):
            self.add_error(
                "ruleset", _("This rule book has no rules for so many players.")
            )
        elif self.data.get("shown_players", str(self.many)) != str(self.many):
            self.add_error(
                "players",
                _(
                    "The seats below have changed with the number of players. Look at "
                    "them, then start."
                ),
            )
        return data

    @property
    def uses_chips(self) -> bool:
        """Whether the score is kept with chips."""
        return self.cleaned_data.get("chips") == Chips.CHIPS

    @property
    def start_chips(self) -> int | None:
        """What everybody begins with: as the book or the table says; else 0."""
        if self.uses_chips:
            return None
        return self.cleaned_data.get("begin") or 0

    @property
    def options(self) -> dict[str, str | int]:
        """The house rules that were chosen here."""
        chosen = {
            rule.key: self.cleaned_data.get(OPTION + rule.key) for rule in self.rules
        }
        return {key: value for key, value in chosen.items() if value is not None}

    @property
    def has_house_rules(self) -> bool:
        """Whether a house rule was changed for this partie."""
        return any(field.errors or field.value() for field in self.house_rules)

    @property
    def house_rules(self) -> list[forms.BoundField]:
        """The fields of the house rules, without what is asked apart."""
        return [self[OPTION + rule.key] for rule in self.rules if not rule.is_asked]

    @property
    def questions(self) -> list[RuleQuestion]:
        """What the rule book leaves to its players."""
        return questions(self.drawn_for, self.rules, self, OPTION)

    @property
    def draw(self) -> str:
        """How the rule book draws the seats."""
        return draw_of(self.drawn_for, self.many)


def _sent(
    data: Typed | None, ruleset: str, many: int, offered: Collection[str]
) -> Typed | None:
    """Return what was sent to a form that is drawn for *ruleset* and *many*."""
    if data is None:
        return None
    sent = {"players": str(many)} | _without_unseen_options(data, ruleset)
    if sent.get("ruleset", "") in {"", *offered}:
        sent["ruleset"] = ruleset  # the season may have brought another
    return sent


def _without_unseen_options(data: Typed, ruleset: str) -> dict[str, str]:
    """Return *data* with the house rules of this rule book, without those of others."""
    if data.get("shown_ruleset", ruleset) == ruleset:
        return {name: data[name] for name in data}
    before = f"{OTHER}{ruleset}:"
    rest = {name: data[name] for name in data if not name.startswith(OPTION)}
    typed = {
        name.removeprefix(before): data[name]
        for name in data
        if name.startswith(before)
    }
    return rest | typed


def _options_of_others(data: Typed, ruleset: str) -> dict[str, str]:
    """Return the house rules that were typed for other books than that one."""
    own, shown = f"{OTHER}{ruleset}:", data.get("shown_ruleset", ruleset)
    others = {
        name: data[name]
        for name in data
        if name.startswith(OTHER) and not name.startswith(own)
    }
    if shown != ruleset:
        others |= {
            f"{OTHER}{shown}:{name}": data[name]
            for name in data
            if name.startswith(OPTION) and data[name]
        }
    return others


def asked_for(
    data: Typed, season: Season | None = None, books: Sequence[Rules] | None = None
) -> tuple[str, int]:
    """
    Return the ruleset and the number of players that *data* asks for.

    It is one of *books*, or ours by default. A change of *season* brings its ruleset,
    unless another was chosen with it.
    """
    known = [one.key for one in (rule_books.rulesets() if books is None else books)]
    usual = season.ruleset if season is not None else known[0]
    ruleset = data.get("ruleset", "")
    shown = data.get("shown", "")
    is_moved = season is not None and shown not in ("", str(season.pk))
    if ruleset not in known or (is_moved and ruleset == data.get("shown_ruleset")):
        ruleset = usual
    return ruleset, number_asked(data, ruleset)
