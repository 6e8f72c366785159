"""Forms of an evening: the players who are there, and the seats at its new tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Self

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from clubscore.club import engine as rule_books
from clubscore.club.models import Club, Player, Season
from clubscore.club.rule_fields import partie_field
from clubscore.evening.club_plan_forms import (
    LONGEST,
    ONE_A_LINE,
    check_length,
    known_players,
    names_in,
)
from clubscore.evening.overview import EveningPlayers
from clubscore.partie.forms.seating import USUAL, seats_of
from clubscore.partie.forms.tables import OPTION, TableForm, Typed
from clubscore.partie.models import Presence

Stay = Presence.Stay

HERE = "here_"
PART = "part_"
WAS = "was_"
"""What the names of a player's fields begin with: the tick, the part of the evening,
and what the page showed, so that only what somebody changed is written."""


def parts_changed(data: Typed, people: EveningPlayers) -> dict[Player, str]:
    """
    Return the players of whom the page says something else than it showed.

    Where it speaks of one player alone, somebody has just touched that line: what it
    says holds, whatever it showed.
    """
    only = data.get("only")
    changed = {}
    for one in people.everybody:
        shown = data.get(f"{WAS}{one.player.pk}")
        if only is not None:
            shown = one.shown_part if only == str(one.player.pk) else None
        if shown is None:
            continue
        part = data.get(f"{PART}{one.player.pk}", "")
        part = part if part in Stay.values else Stay.WHOLE.value
        # Who has sat down is there, ticked or not.
        is_here = bool(data.get(f"{HERE}{one.player.pk}")) or one.has_sat
        said = part if is_here else ""
        if said != shown:
            changed[one.player] = said
    return changed


class GuestsForm(forms.Form):
    """Guests, by their names."""

    names = forms.CharField(
        label=_("Guests and new players"),
        help_text=ONE_A_LINE,
        max_length=LONGEST,
        error_messages={"required": _("Enter a name.")},
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
    )

    def __init__(self, data: Typed | None = None, *, club: Club) -> None:
        super().__init__(data)
        self.club = club

    def clean_names(self) -> list[str]:
        """Return the names one by one; refuse one that is too long."""
        names = names_in(self.cleaned_data["names"], known_players(self.club))
        if not names:
            raise forms.ValidationError(_("Enter a name."))
        for name in names:
            check_length(name)
        return names


# Who sits where -----------------------------------------------------------------

LOT = "lot"
AT = "at_"
"""What the names of the fields begin with: everybody in the order of the draw, and
the table of each."""
WAITS = 0
"""Instead of a table: for a seat."""
OUT = -1
"""Instead of a table: does not play now."""


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """A player at a new table, or without one."""

    player: Player
    seat: str
    """How the seat is called; empty without a table."""
    part: str
    """For which part of the evening, if it is not the whole."""
    at: int
    """The number of the table, WAITS or OUT."""
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table that is set up."""

    number: int
    """Among those that are set up, from 1."""
    name: str
    """The number that it will have in the room."""
    seated: tuple[PlayerSeat, ...]
    problem: str
    """Why it cannot start so; empty where it can."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Who sits at which table: lots say the seats, and hands may move everybody."""

    lots: tuple[int, ...]
    """Everybody's id, in the order in which they were drawn."""
    at: Mapping[int, int]
    """Everybody's table, from 1; else WAITS or OUT."""

    @classmethod
    def drawn(cls, tables: Sequence[Sequence[int]], people: Mapping[int, bool]) -> Self:
        """Return what a draw came to; *people* tells who was in it."""
        at = {
            player: number for number, table in enumerate(tables, 1) for player in table
        }
        rest = {
            player: WAITS if is_in else OUT
            for player, is_in in people.items()
            if player not in at
        }
        return cls((*at, *rest), at | rest)

    @classmethod
    def typed(
        cls, data: QueryDict, people: Mapping[int, bool], *, keeps_numbers: bool = False
    ) -> Self:
        """
        Return what the page says; who has come since it was drawn waits.

        Tables that nobody sits at any more are cleared away, and those after them
        move up unless the page *keeps_numbers*.
        """
        players = {str(player): player for player in people}
        lots = [players[one] for one in data.getlist(LOT) if one in players]
        known = dict.fromkeys([*lots, *people])
        at = {
            player: _table_typed(data.get(f"{AT}{player}"), is_in=people[player])
            for player in known
        }
        if keeps_numbers:
            return cls(tuple(known), at)
        places = sorted({table for table in at.values() if table > WAITS})
        numbers = {table: number for number, table in enumerate(places, 1)}
        return cls(
            tuple(known),
            {player: numbers.get(table, table) for player, table in at.items()},
        )

    @property
    def many(self) -> int:
        """The number of the last table."""
        return max(0, *self.at.values()) if self.at else 0

    @property
    def in_the_draw(self) -> dict[int, bool]:
        """Everybody, and whether they want to play now."""
        return {player: at != OUT for player, at in self.at.items()}

    def up(self, text: str) -> Arrangement:
        """Return the arrangement with the player of that id one seat further up."""
        player = next((one for one in self.lots if str(one) == text), None)
        if player is None:
            return self
        table = self.players_at(self.at[player])
        place = table.index(player)
        if place == 0:
            return self
        lots = list(self.lots)
        there, here = lots.index(table[place - 1]), lots.index(player)
        lots[there], lots[here] = lots[here], lots[there]
        return type(self)(tuple(lots), self.at)

    def players_at(self, number: int) -> list[int]:
        """Return who sits at a table, in the order of the seats."""
        return [one for one in self.lots if self.at.get(one, OUT) == number]


def _table_typed(text: str | None, *, is_in: bool) -> int:
    """Return the table that a field says; who has no field is in the draw or not."""
    if text is None:
        return WAITS if is_in else OUT
    if text.isdecimal() and len(text) <= 3:
        return int(text)
    return OUT


def new_tables(
    arrangement: Arrangement, people: EveningPlayers, ruleset: str, names: Sequence[str]
) -> tuple[list[NewTable], list[PlayerSeat]]:
    """Return the tables that are set up, called by *names*, and who sits at none."""
    known = {one.player.pk: one for one in people.free}

    def seated(player: int, seat: object, *, is_first: bool) -> PlayerSeat:
        one = known[player]
        is_whole = one.part in ("", Stay.WHOLE)
        part = "" if is_whole else str(Stay(one.part).label)
        at = arrangement.at[player]
        return PlayerSeat(one.player, str(seat), part, at, is_first)

    tables = []
    for number in range(1, arrangement.many + 1):
        players = arrangement.players_at(number)
        if not players:
            continue
        labels = [*seats_of(ruleset, len(players)), *[""] * len(players)]
        sitting = tuple(
            seated(player, label, is_first=place == 0)
            for place, (player, label) in enumerate(zip(players, labels, strict=False))
        )
        problem = _problem(ruleset, len(players))
        tables.append(NewTable(number, names[number - 1], sitting, problem))
    without = [*arrangement.players_at(WAITS), *arrangement.players_at(OUT)]
    return tables, [seated(one, "", is_first=False) for one in without]


def _problem(ruleset: str, many: int) -> str:
    """Return why so many cannot play at one table."""
    numbers = rule_books.numbers_of_players(ruleset)
    if many in numbers:
        return ""
    return ngettext(
        "%(many)d player sits here; the rule book has rules for: %(known)s. Move "
        "somebody, or draw again.",
        "%(many)d players sit here; the rule book has rules for: %(known)s. Move "
        "somebody, or draw again.",
        many,
    ) % {"many": many, "known": ", ".join(map(str, numbers))}


class TablesForm(TableForm):
    """By which rules the new tables play, all of them alike."""

    season = forms.ModelChoiceField(Season.objects.none(), label=_("Season"))

    def __init__(
        self,
        data: Typed | None = None,
        *,
        day: date,
        season: Season,
        ruleset: str,
        books: Sequence[rule_books.Rules],
    ) -> None:
        many = _usual(ruleset)
        played = (season.ruleset,)
        super().__init__(data, ruleset=ruleset, many=many, books=books, played=played)
        self.fields.pop("players", None)  # everybody sees how many sit at a table
        self.shown = season
        seasons = self.fields["season"]
        assert isinstance(seasons, forms.ModelChoiceField)
        seasons.queryset = season.club.seasons.holding(day)
        seasons.empty_label = None
        seasons.initial = season
        is_seasons = season.ruleset == ruleset
        if not is_seasons:
            self.fields["ruleset"].help_text = _(
                "Not the season’s own rule book: the season’s house rules do not hold "
                "for these tables."
            )
        for rule in self.rules:
            if rule.is_asked:
                field = partie_field(
                    rule,
                    season.options.get(rule.key, rule.default),
                    is_seasons=is_seasons,
                )
                field.initial = season.options.get(rule.key) if is_seasons else None
                self.fields[OPTION + rule.key] = field
        asked = [name for name in self.fields if name.startswith(OPTION)]
        self.order_fields(["season", "ruleset", *asked, "chips"])
        if data is not None:
            self.keep(data)

    def fill(self, data: Typed) -> None:
        """Show what was typed so far, and the season whose rules are shown."""
        super().fill(data)
        self.initial["season"] = self.shown


def _usual(ruleset: str) -> int:
    """Return for how many players the house rules are shown."""
    numbers = rule_books.numbers_of_players(ruleset)
    return USUAL if USUAL in numbers else numbers[-1]
