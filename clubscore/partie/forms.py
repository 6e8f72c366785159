"""
What is typed at the table.

The forms speak of players, not of seats: what was typed stays with its player
when somebody else recorded a game first and the winds have passed on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import TextChoices
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.club import engine as rule_books
from clubscore.club.models import Club, Season
from clubscore.club.names import folded, tidied
from clubscore.partie import engine
from clubscore.partie.engine import Table, Terms

LONGEST_NAME = 40
"""Of a player who is typed in at the table; four of them make a club's name."""

AS_TYPED = {
    "autocapitalize": "off",
    "autocomplete": "off",
    "autocorrect": "off",
    "spellcheck": "false",
}
"""Attributes that keep a phone from mending what is no prose."""


# Starting ----------------------------------------------------------------------

SEATS = (
    _("First East"),
    _("To East’s right, South"),
    _("Across from East, West"),
    _("To East’s left, North"),
)
"""Where the four names sit; the order of play is counter-clockwise."""


class Chips(TextChoices):
    """What the score is kept with at the table."""

    CHIPS = "chips", _("With chips: points are rounded to tens")
    NOTEPAD = "notepad", _("With a notepad: every point counts")


def _chips_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("How do you keep score at the table?"),
        choices=Chips.choices,
        initial=Chips.NOTEPAD,
        widget=forms.RadioSelect,
    )


def _duplicates(names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each field whose name stood in an earlier one, and that name."""
    seen: set[str] = set()
    for field, name in names.items():
        if folded(name) in seen:
            yield field, name
        seen.add(folded(name))


class PlayForm(forms.Form):
    """Four names and a rule book."""

    ruleset = forms.ChoiceField(label=_("Rule book"))
    chips = _chips_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rulesets = rule_books.rulesets()
        field = self.fields["ruleset"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(one.key, one.name) for one in rulesets]
        field.initial = rulesets[0].key
        names = {
            f"name_{place}": forms.CharField(
                label=label,
                error_messages={"required": _("Who sits here? Enter a name.")},
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
            for place, label in enumerate(SEATS)
        }
        self.fields = {**names, **self.fields}

    def clean(self) -> dict[str, Any]:
        """Refuse names that are too long or stand twice."""
        data = super().clean() or {}
        names = {}
        for place in range(len(SEATS)):
            field = f"name_{place}"
            if field not in data:
                continue
            names[field] = data[field] = tidied(data[field])
            if len(data[field]) > LONGEST_NAME:
                self.add_error(
                    field,
                    _("This name is too long: At most %(most)d characters.")
                    % {"most": LONGEST_NAME},
                )
        for field, name in _duplicates(names):
            self.add_error(
                field,
                _("“%(name)s” stands here twice. Tell the two apart.") % {"name": name},
            )
        return data

    @property
    def names(self) -> list[str]:
        """The four names, the first East first."""
        return [self.cleaned_data[f"name_{place}"] for place in range(len(SEATS))]

    @property
    def seats(self) -> list[forms.BoundField]:
        """The fields of the names."""
        return [self[f"name_{place}"] for place in range(len(SEATS))]


class NewForm(forms.Form):
    """A table of a club: its season, four players, how it is played."""

    season = forms.ModelChoiceField(Season.objects.none(), label=_("Season"))
    table = forms.CharField(
        label=_("Table"),
        max_length=20,
        required=False,
        help_text=_("Its number or name, if there are several."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seats_by = forms.ChoiceField(
        label=_("Seats"),
        choices=[
            ("table", _("As they sit: the order above")),
            ("draw", _("Drawn here")),
        ],
        initial="table",
        widget=forms.RadioSelect,
    )
    chips = _chips_field()

    def __init__(
        self, *args: Any, club: Club, season: Season | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        seasons = self.fields["season"]
        assert isinstance(seasons, forms.ModelChoiceField)
        seasons.queryset = club.seasons.order_by("-starts_on")
        seasons.empty_label = None
        seasons.initial = season
        self.fields["table"].strip = True  # type: ignore[attr-defined]
        self.places = range(len(SEATS))
        players = club.players.filter(merged_into=None).values_list("pk", "name")
        self.known = {str(pk): name for pk, name in players}
        choices = [("", _("Choose a player")), *self.known.items()]
        for place in self.places:
            self.fields[f"player_{place}"] = forms.ChoiceField(
                label=SEATS[place], choices=choices, required=False
            )
            self.fields[f"name_{place}"] = forms.CharField(
                label=_("or a new name"),
                required=False,
                max_length=LONGEST_NAME,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
            self.fields[f"guest_{place}"] = forms.BooleanField(
                label=_("guest"), required=False
            )
        # A form that comes back keeps the house rules of the season it showed.
        self.rules_of = self._rules_of(season)
        for option in rule_books.ruleset_called(self.rules_of.key).options:
            self._add_option(option, season)

    def _rules_of(self, season: Season | None) -> Any:
        key = season.ruleset if season is not None else rule_books.rulesets()[0].key
        return rule_books.ruleset_called(key)

    def _add_option(self, option: Any, season: Season | None) -> None:
        chosen = season.options if season is not None else {}
        value = chosen.get(option.key, option.default)
        field: forms.Field
        if option.choices:
            field = forms.ChoiceField(
                choices=[
                    (
                        "",
                        _("as in the season: %(value)s")
                        % {
                            "value": gettext(
                                next(
                                    one.name
                                    for one in option.choices
                                    if one.value == value
                                )
                            )
                        },
                    ),
                    *(
                        (str(one.value), gettext(one.name))
                        for one in option.choices
                        if one.value != value
                    ),
                ],
            )
        else:
            field = forms.IntegerField(
                min_value=option.least,
                max_value=100,
                widget=forms.NumberInput(attrs={"placeholder": str(value)}),
                help_text=_("Empty: as in the season, %(value)s.") % {"value": value},
            )
        field.label = gettext(option.name)
        field.required = False
        self.fields[f"option_{option.key}"] = field

    def clean(self) -> dict[str, Any]:
        """Refuse a seat without a player, and a player on two seats."""
        data = super().clean() or {}
        names = {}
        for place in self.places:
            chosen, typed = f"player_{place}", f"name_{place}"
            data[typed] = tidied(data.get(typed) or "")
            if data.get(chosen) and data[typed]:
                self.add_error(typed, _("Choose a player or type a name, not both."))
            elif data.get(chosen):
                names[chosen] = self.known[data[chosen]]
            elif data[typed]:
                names[typed] = data[typed]
            elif chosen not in self.errors and typed not in self.errors:
                self.add_error(
                    chosen, _("Who sits here? Choose a player or type a name.")
                )
        for field, name in _duplicates(names):
            self.add_error(
                field, _("“%(name)s” cannot sit on two seats.") % {"name": name}
            )
        return data

    @property
    def options(self) -> dict[str, str | int]:
        """The house rules that were chosen for this partie alone."""
        found: dict[str, str | int] = {}
        for option in self.rules_of.options:
            text: str | int | None = self.cleaned_data.get(f"option_{option.key}")
            if text is None or text == "":
                continue
            values = {str(one.value): one.value for one in option.choices}
            found[option.key] = values.get(str(text), text)
        return found

    @property
    def seats(self) -> list[tuple[Any, forms.BoundField, forms.BoundField, Any]]:
        """Each seat's name and its three fields."""
        return [
            (
                SEATS[place],
                self[f"player_{place}"],
                self[f"name_{place}"],
                self[f"guest_{place}"],
            )
            for place in self.places
        ]

    @property
    def has_house_rules(self) -> bool:
        """Whether a house rule was changed for this partie."""
        return any(field.errors or field.value() for field in self.house_rules)

    @property
    def house_rules(self) -> list[forms.BoundField]:
        """The fields of the house rules."""
        return [self[name] for name in self.fields if name.startswith("option_")]


class ReasonForm(forms.Form):
    """Why something is done that others will ask about."""

    reason = forms.CharField(
        label=_("Why?"),
        max_length=200,
        error_messages={"required": _("Say why: others will ask.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.CharField(max_length=100, widget=forms.HiddenInput)


# A game ------------------------------------------------------------------------


class Way(TextChoices):
    """How the winning tile came, beyond who gave it."""

    ORDINARY = "", _("in the ordinary way")
    ROBBED_KONG = "robbed_kong", _("by robbing a kong")
    REPLACEMENT = "replacement", _("as the replacement tile of a kong")
    REPLACEMENT_BONUS = (
        "replacement_bonus",
        _("as the replacement tile of a flower or season"),
    )
    DEAL = "deal", _("with the dealt tiles")


CIRCUMSTANCES = {
    "last_tile": _("last tile of the wall"),
    "kong_on_kong": _("kong on kong"),
    "first_turn": _("East’s first discard"),
    "bird_eats_cake": _("bird eats cake"),
}
CLAIMS = {
    "half_flush": _("one suit and honours"),
    "half_flush_terminals": _("terminals of one suit and honours"),
    "terminals_and_honours": _("terminals and honours"),
    "full_flush": _("one suit alone"),
    "all_honours": _("honours alone"),
}
DEAD = {
    "tile_count": _("wrong number of tiles"),
    "faulty_set": _("faulty set"),
    "false_mahjong": _("false mahjong"),
    "other": _("another reason"),
}
SELF = "self"
"""Stands for the winner himself where it is asked who gave the tile."""


class OutcomeForm(forms.Form):
    """How a game ended."""

    kind = forms.ChoiceField(
        label=_("How did it end?"),
        choices=[("win", _("Mahjong")), ("draw", _("Draw"))],
        initial="win",
        widget=forms.RadioSelect,
    )
    winner = forms.ChoiceField(
        label=_("Who won?"), required=False, widget=forms.RadioSelect
    )
    giver = forms.ChoiceField(
        label=_("Who gave the winning tile?"),
        required=False,
        widget=forms.RadioSelect,
    )
    winning_tile = forms.CharField(
        label=_("Winning tile"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={**AS_TYPED, "placeholder": "3s"}),
    )
    way = forms.ChoiceField(label=_("The tile came"), required=False)
    circumstances = forms.MultipleChoiceField(
        label=_("It was also"), required=False, widget=forms.CheckboxSelectMultiple
    )
    completes = forms.CharField(
        label=_("Set that it completed"),
        required=False,
        max_length=40,
        help_text=_("As written below. Left empty, the set that counts most."),
        widget=forms.TextInput(attrs=AS_TYPED),
    )
    remark = forms.CharField(
        label=_("Remark"),
        required=False,
        max_length=200,
        help_text=_("Kept with the game, never scored."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.CharField(max_length=100, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, terms: Terms, seats: Sequence[TableSeat], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        rules = terms.rules
        players = [
            (
                seat.key,
                format_html('<span class="wind">{}</span> {}', seat.wind, seat.name),
            )
            for seat in seats
        ]
        self._choose("winner", players)
        self._choose("giver", [*players, (SELF, _("Nobody: self-drawn"))])
        ways = {source.value for source in rules.knows_sources}
        if not rules.wall.has_bonus:
            ways.discard(Way.REPLACEMENT_BONUS.value)
        self._choose(
            "way", [one for one in Way.choices if not one[0] or one[0] in ways]
        )
        known = {one.value for one in rules.knows_circumstances}
        self._choose(
            "circumstances",
            [(key, name) for key, name in CIRCUMSTANCES.items() if key in known],
        )

    def _choose(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    MORE = ("way", "circumstances", "completes")
    """The fields that are folded away until they are needed."""

    @property
    def shows_more(self) -> bool:
        """Whether something stands in the fields that are folded away."""
        return any(self[name].errors or self[name].value() for name in self.MORE)

    @property
    def is_win(self) -> bool:
        """Whether somebody won."""
        return self.cleaned_data.get("kind") == "win"

    def clean(self) -> dict[str, Any]:
        """Ask for what a game that was won must have."""
        data = super().clean() or {}
        if data.get("kind") != "win":
            return data
        if not data.get("winner") and "winner" not in self.errors:
            self.add_error("winner", _("Say who won."))
        if data.get("way") == Way.DEAL:
            # Nobody has to say of dealt tiles that nobody gave one.
            data["giver"] = data.get("giver") or SELF
        if not data.get("giver") and "giver" not in self.errors:
            self.add_error(
                "giver", _("Say who gave the winning tile, or that it was self-drawn.")
            )
        drawn = (Way.REPLACEMENT, Way.REPLACEMENT_BONUS, Way.DEAL)
        giver = data.get("giver")
        if giver and giver != SELF and data.get("way") in drawn:
            self.add_error(
                "way",
                _("Such a tile is drawn by the winner: nobody else can have given it."),
            )
        if giver == SELF and data.get("way") == Way.ROBBED_KONG:
            self.add_error("giver", _("Say whose kong was robbed."))
        return data

    @property
    def source(self) -> str:
        """The contract's word for where the tile came from."""
        way = self.cleaned_data["way"]
        if way:
            return str(way)
        return "wall" if self.cleaned_data["giver"] == SELF else "discard"

    def outcome(self, seat_of: Mapping[str, str]) -> dict[str, Any]:
        """Return the contract's outcome, by seat."""
        data = self.cleaned_data
        if not self.is_win:
            return {"kind": "draw"}
        giver = data["giver"]
        return {
            "kind": "win",
            "winner": seat_of[data["winner"]],
            "winning_tile": data["winning_tile"].lower() or None,
            "source": self.source,
            "from": None if giver == SELF else seat_of[giver],
            "circumstances": data["circumstances"],
            "completes": data["completes"].lower() or None,
            "pao": None,
        }


SET = re.compile(r"\([^()]*\)?|[^\s()]+\)?|[()]")
"""One set among several: in parentheses, or up to the next blank."""


def split_sets(text: str) -> list[str]:
    """
    Return the sets of a line as they were written.

    >>> split_sets("(234s) (5 5 p), 777z")
    ['(234s)', '(5 5 p)', '777z']
    """
    return SET.findall(re.sub(r"[,;+]", " ", text.lower()))


class HandForm(forms.Form):
    """One player's tiles at the end of a game."""

    sets = forms.CharField(
        label=_("Sets as they lie"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={**AS_TYPED, "placeholder": "(234s) 777z"}),
    )
    tiles = forms.CharField(
        label=_("Loose tiles"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={**AS_TYPED, "placeholder": "23m55p"}),
    )
    bonus = forms.CharField(
        label=_("Flowers and seasons"),
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={**AS_TYPED, "placeholder": "1f3y"}),
    )
    complete = forms.BooleanField(
        label=_("This is the whole hand"),
        required=False,
    )
    claims = forms.MultipleChoiceField(
        label=_("What holds for the tiles that were not entered too"),
        required=False,
        choices=list(CLAIMS.items()),
        widget=forms.CheckboxSelectMultiple,
    )
    waiting = forms.ChoiceField(label=_("One tile short of"), required=False)
    dead = forms.ChoiceField(
        label=_("Dead hand"),
        required=False,
        choices=[("", _("no")), *DEAD.items()],
    )
    points = forms.IntegerField(
        label=_("Own count of points"),
        required=False,
        min_value=0,
        max_value=1_000_000,
        help_text=_("Instead of tiles."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    MORE = ("claims", "waiting", "dead", "points")
    """The fields that are folded away until they are needed."""

    def __init__(self, *args: Any, terms: Terms, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = terms.rules
        if not rules.wall.has_bonus:
            del self.fields["bonus"]
        waiting = self.fields["waiting"]
        assert isinstance(waiting, forms.ChoiceField)
        waiting.choices = [
            ("", _("nothing")),
            *((one.key, gettext(one.name)) for one in rules.irregular_limits),
        ]

    @property
    def shows_more(self) -> bool:
        """Whether something stands in the fields that are folded away."""
        return any(self[name].errors or self[name].value() for name in self.MORE)

    def hand(self, *, is_winners: bool) -> dict[str, Any] | None:
        """Return the contract's hand; None where nothing was entered."""
        data = self.cleaned_data
        claims = list(data["claims"])
        if data["waiting"]:
            claims.append(f"waiting:{data['waiting']}")
        hand: dict[str, Any] = {
            "sets": split_sets(data["sets"]),
            "tiles": data["tiles"].lower(),
            "bonus": data.get("bonus", "").lower(),
            "complete": data["complete"] or is_winners,
            "claims": claims,
            "dead": data["dead"] or None,
            "points": data["points"],
        }
        has_tiles = bool(hand["sets"] or hand["tiles"] or hand["bonus"])
        if hand["points"] is not None and has_tiles:
            self.add_error(
                "points",
                _("Enter tiles or an own count, not both."),
            )
        if claims and hand["complete"]:
            self.add_error(
                "claims" if data["claims"] else "waiting",
                _("The whole hand is entered, so its tiles say it already."),
            )
        is_empty = not (has_tiles or claims or hand["dead"])
        if hand["points"] is None and is_empty and not hand["complete"]:
            return None
        return hand


@dataclass(frozen=True, slots=True)
class TableSeat:
    """Who sits on a seat in the next game."""

    letter: str
    wind: str
    key: str
    """The player's id."""
    name: str
    chips: int


def seats_of(
    table: Table, names: Mapping[str, str], chips: Mapping[str, int]
) -> list[TableSeat]:
    """Return the seats of the next game, East first."""
    return [
        TableSeat(
            letter, gettext(engine.wind_name(letter)), key, names[key], chips[key]
        )
        for letter, key in table.winds.items()
    ]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something to put right, and where."""

    text: str
    target: str
    """The id of the element to go to."""
    where: str = ""


class GameEntry:
    """Everything that is typed about one game."""

    def __init__(
        self,
        terms: Terms,
        seats: Sequence[TableSeat],
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        self.seats = seats
        self.general: list[str] = []
        """What is wrong with no field in particular."""
        initial = initial or {}
        self.outcome = OutcomeForm(data, terms=terms, seats=seats, initial=initial)
        self.hands = {
            seat.key: HandForm(
                data,
                terms=terms,
                prefix=f"hand-{seat.key}",
                initial=initial.get("hands", {}).get(seat.key, {}),
            )
            for seat in seats
        }

    @property
    def rows(self) -> list[tuple[TableSeat, HandForm]]:
        """Each seat with the form of its hand."""
        return [(seat, self.hands[seat.key]) for seat in self.seats]

    def record(self) -> dict[str, Any] | None:
        """Return the contract's record by seat; None if something is wrong."""
        forms_ok = [form.is_valid() for form in (self.outcome, *self.hands.values())]
        if "kind" not in self.outcome.cleaned_data:
            return None
        seat_of = {seat.key: seat.letter for seat in self.seats}
        hands: dict[str, Any] = {}
        if self.outcome.is_win:
            if not all(forms_ok):
                return None
            winner = self.outcome.cleaned_data["winner"]
            for key, form in self.hands.items():
                hand = form.hand(is_winners=key == winner)
                if hand is not None:
                    hands[seat_of[key]] = hand
            self._check_winning_tile(hands.get(seat_of[winner], {}))
            if self.faults:
                return None
        elif not forms_ok[0]:
            return None
        record: dict[str, Any] = {
            "hands": hands,
            "outcome": self.outcome.outcome(seat_of),
        }
        if self.outcome.cleaned_data["remark"]:
            record["remark"] = self.outcome.cleaned_data["remark"]
        return record

    def _check_winning_tile(self, hand: Mapping[str, Any]) -> None:
        data = self.outcome.cleaned_data
        if data["winning_tile"] or data["way"] == Way.DEAL:
            return
        if hand.get("points") is None:
            self.outcome.add_error(
                "winning_tile", _("Enter the tile that won the game, as in 3s.")
            )

    def refuse(self, problem: Any, record: Mapping[str, Any]) -> None:
        """Put what the engine refuses beside the field that it concerns."""
        text = rule_books.sentence(problem)
        first, _dot, rest = (problem.field or "").partition(".")
        if first == "outcome" and rest:
            name = self._outcome_field(rest.partition(".")[0])
            self.outcome.add_error(name, text)
            return
        seat, _dot, inner = rest.partition(".")
        key = next((one.key for one in self.seats if one.letter == seat), None)
        if first != "hands" or key is None:
            self.general.append(text)
            return
        form = self.hands[key]
        name = inner.partition(".")[0]
        if not name:
            name = engine.unreadable_field(record["hands"].get(seat, {})) or ""
        if name == "claims":
            chosen = form.cleaned_data.get("claims")
            name = "claims" if chosen else "waiting"
            text = gettext(
                "The tiles that were entered contradict this. Correct one of the two."
            )
        form.add_error(name if name in form.fields else None, text)

    def _outcome_field(self, name: str) -> str | None:
        """Return the form's field for a field of the contract's outcome."""
        name = {"from": "giver", "source": "way"}.get(name, name)
        return name if name in self.outcome.fields else None

    @property
    def faults(self) -> list[Fault]:
        """Everything that is wrong, from the top of the page to its end."""
        found = [Fault(text, "record") for text in self.general]
        found += _faults_of(self.outcome, "outcome", "")
        for seat, form in self.rows:
            found += _faults_of(form, f"hand-{seat.key}", seat.name)
        return found


def _faults_of(form: forms.Form, whole: str, where: str) -> Iterator[Fault]:
    for name, errors in form.errors.items():
        for text in errors:
            if name == "__all__":
                yield Fault(str(text), whole, where)
                continue
            field = form[name]
            label = f"{where}: {field.label}" if where else str(field.label)
            yield Fault(str(text), field.auto_id, label)


def initial_from(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what to fill the forms with to say the same game again."""
    outcome = said["outcome"]
    source = outcome.get("source", "")
    return {
        "kind": outcome["kind"],
        "winner": outcome.get("winner"),
        "giver": outcome.get("from") or (SELF if outcome["kind"] == "win" else None),
        "winning_tile": outcome.get("winning_tile"),
        "way": source if source in Way.values else "",
        "circumstances": outcome.get("circumstances") or [],
        "completes": outcome.get("completes"),
        "remark": said.get("remark", ""),
        "hands": {
            key: _initial_hand(hand) for key, hand in said.get("hands", {}).items()
        },
    }


def _initial_hand(hand: Mapping[str, Any]) -> dict[str, Any]:
    claims = hand.get("claims") or []
    waiting = [one for one in claims if one.startswith("waiting:")]
    return {
        "sets": " ".join(hand.get("sets") or []),
        "tiles": hand.get("tiles", ""),
        "bonus": hand.get("bonus", ""),
        "complete": hand.get("complete", True),
        "claims": [one for one in claims if one not in waiting],
        "waiting": waiting[0].removeprefix("waiting:") if waiting else "",
        "dead": hand.get("dead") or "",
        "points": hand.get("points"),
    }
