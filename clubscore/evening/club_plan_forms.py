"""Forms of a plan: who plays, how many sittings, what is wished for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubscore.club import engine as rule_books
from clubscore.club.models import Club, Player, Season
from clubscore.club.names import folded, tidied
from clubscore.partie.club_plans import PlanWish, check_wish, sittings_left
from clubscore.partie.models import ClubPlan
from clubscore.planning import PlanningCode, PlanningError, check

Occasion = ClubPlan.Occasion
SIZES = [(size, str(size)) for size in (3, 4, 5)]
BETWEEN = re.compile("[,;]")
"""What stands between names on a line."""
ONE_A_LINE = _("One name a line; a semicolon after a name that has a comma.")
LONGEST_NAME = Player._meta.get_field("name").max_length or 0
LONGEST = 20_000
"""How many letters may be typed in a field of names."""
MOST_SITTINGS = 60

REASONS: Mapping[tuple[str, str], Any] = {
    ("too_few_players", ""): _("A plan needs 4 players or more."),
    ("too_many_players", ""): _("A plan is for 400 players at most."),
    ("bad_rounds", ""): _("There are 1 to 60 sittings."),
    ("no_tables", ""): _("So many players make no table of these sizes."),
    ("bad_table", ""): _("There are not so many tables."),
    ("contradiction", "apart"): _(
        "Not all of these can be kept apart: they are to sit together as well, or at "
        "one table, or there are too few tables."
    ),
    ("contradiction", "together"): _("More are to sit together than a table seats."),
    ("contradiction", "fixed"): _(
        "More are to sit at one table than it seats, or some who stay together are to "
        "sit at different ones."
    ),
    ("contradiction", ""): _("No plan was found that keeps every wish."),
}
"""What to say of each code of the planner, by field where that matters."""
FIELDS = {"players": "names", "rounds": "sittings"}
"""The fields that have another name than in `planning.Wanted`."""


def reason(code: str, field: str = "") -> str:
    """Return why there is no plan, in the reader's language."""
    said = REASONS.get((code, field), REASONS.get((code, "")))
    return str(said or REASONS["contradiction", ""])


def names_in(text: str, known: Collection[str] = ()) -> list[str]:
    r"""
    Return the names of a text, between commas, semicolons and ends of lines.

    Those that are *known*, folded, may have commas and semicolons of their own; so may
    a new one that has its line for itself, with a semicolon after it.

    >>> names_in("Anna, Ben\nCleo ;")
    ['Anna', 'Ben', 'Cleo']
    >>> names_in("Jansen, Piet, Anna", ["jansen, piet"])
    ['Jansen, Piet', 'Anna']
    >>> names_in("Jansen, Piet;")
    ['Jansen, Piet']
    >>> names_in("Anna, Ben;", ["anna"])
    ['Anna', 'Ben']
    """
    most = max((len(BETWEEN.split(one)) for one in known), default=1)
    names = []
    for line in text.split("\n"):
        whole, semicolon, after = line.partition(";")
        parts = {folded(tidied(one)) for one in whole.split(",")}
        is_new = len(parts) > 1 and parts.isdisjoint(known)
        if is_new and semicolon and not after.strip():
            names.append(tidied(whole))
            continue
        begin = 0
        ends = [*(one.start() for one in BETWEEN.finditer(line)), len(line)]
        while ends:
            for end in reversed(ends[:most]):
                name = tidied(line[begin:end])
                if folded(name) in known:
                    break
            names.append(name)
            begin = end + 1
            ends = ends[ends.index(end) + 1 :]
    return list(filter(None, names))


def known_players(club: Club) -> dict[str, Player]:
    """Return the players of a club by their folded names, withheld ones too."""
    players = {one.key: one for one in club.players.all()}
    return players | {
        one.withheld_key: one for one in players.values() if one.withheld_key
    }


def check_length(name: str) -> None:
    """Refuse a name that is too long for a player."""
    if len(name) > LONGEST_NAME:
        raise ValidationError(
            _("“%(name)s” is too long: at most %(most)d characters."),
            params={"name": name, "most": LONGEST_NAME},
        )


class ClubPlanForm(forms.Form):
    """What is wanted of a plan; names are typed."""

    season = forms.ModelChoiceField(
        Season.objects.none(), label=_("Season"), empty_label=None
    )
    names = forms.CharField(
        label=_("Who plays"),
        help_text=format_lazy(
            "{} {}", ONE_A_LINE, _("Who is new in the club becomes a guest.")
        ),
        max_length=LONGEST,
        error_messages={"required": _("Enter the names.")},
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off"}),
    )
    sittings = forms.IntegerField(
        label=_("How many sittings"),
        help_text=_("A sitting is one partie at every table at once."),
        min_value=1,
        max_value=MOST_SITTINGS,
        initial=3,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    sizes = forms.TypedMultipleChoiceField(
        label=_("How many sit at a table"),
        help_text=_("Tables of four come first; with five, one rests in turn."),
        choices=SIZES,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick at least one.")},
    )
    keeps = forms.BooleanField(required=False)
    counts_season = forms.BooleanField(
        label=_("Who has met in this season already counts too"), required=False
    )
    apart = forms.CharField(
        label=_("Never at one table"),
        help_text=_("A line for those who stay apart: Anna, Ben"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
    )
    together = forms.CharField(
        label=_("Always at one table"),
        help_text=_("A line for those who sit together: Cleo, Dirk"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
    )
    fixed = forms.CharField(
        label=_("Always at the same table"),
        help_text=_("A line for each: the name, a colon, the table. Eva: 1"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        club: Club,
        seasons: Iterable[Season],
        plan: ClubPlan | None = None,
        **more: Any,
    ) -> None:
        """Draw the form for a club; for a *plan* that is changed, without a season."""
        super().__init__(data, **more)
        self.club = club
        self.plan = plan
        self.new: list[str] = []
        """The names that the club does not know yet."""
        self.players = known_players(club)
        self.following = sittings_left(plan) if plan is not None else None
        """The sitting that starts next, of a plan that is changed."""
        if plan is not None:
            del self.fields["season"]
        if self.following is None:
            del self.fields["keeps"]
        else:
            label = _("Sitting %(number)d stays as it is: it is on paper already")
            self.fields["keeps"].label = label % {"number": self.following.number}
            # A sitting that has been started meanwhile is not taken for the next one.
            self.fields["keeps"].widget.attrs["value"] = str(self.following.number)
        field = self.fields.get("season")
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = Season.objects.filter(pk__in=[one.pk for one in seasons])

    @property
    def season_of_plan(self) -> Season:
        """The season that the plan belongs to."""
        if self.plan is not None:
            return self.plan.season
        season: Season = self.cleaned_data["season"]
        return season

    def clean_names(self) -> list[str]:
        """Return the names; refuse one that is twice there, and a new one too long."""
        names = names_in(self.cleaned_data["names"], self.players)
        seen: set[str] = set()
        for name in names:
            check_length(name)
            key = self._key(name)
            if key in seen:
                raise ValidationError(
                    _("%(name)s stands there twice."), params={"name": name}
                )
            seen.add(key)
        self.new = [name for name in names if folded(name) not in self.players]
        return names

    def clean_apart(self) -> list[list[str]]:
        """Return the groups that stay apart."""
        return self._groups("apart")

    def clean_together(self) -> list[list[str]]:
        """Return the groups that sit together."""
        return self._groups("together")

    def clean_fixed(self) -> list[tuple[str, int]]:
        """Return who always sits at which table; refuse who is twice there."""
        found: list[tuple[str, int]] = []
        for line in filter(
            None, map(str.strip, self.cleaned_data["fixed"].split("\n"))
        ):
            name, _colon, table = line.rpartition(":")
            if not (table.strip().isdecimal() and len(table.strip()) <= 3):
                raise ValidationError(
                    _("“%(line)s” names no table: write it so, Eva: 1"),
                    params={"line": line},
                )
            [known] = self._known("fixed", [tidied(name)])
            if self._key(known) in {self._key(one) for one, _table in found}:
                raise ValidationError(
                    _("%(name)s stands there twice."), params={"name": known}
                )
            found.append((known, int(table)))
        return found

    def _groups(self, field: str) -> list[list[str]]:
        lines = filter(None, map(str.strip, self.cleaned_data[field].split("\n")))
        groups = [self._known(field, names_in(line, self.players)) for line in lines]
        for group in groups:
            if len(group) < 2:
                raise ValidationError(_("A line has two names or more."))
        return groups

    def _known(self, _field: str, names: list[str]) -> list[str]:
        """Return the names if all of them are among those who play."""
        playing = {self._key(one) for one in self.cleaned_data.get("names", [])}
        for name in names if playing else ():
            if self._key(name) not in playing:
                raise ValidationError(
                    _("%(name)s is not among those who play."), params={"name": name}
                )
        return names

    def _key(self, name: str) -> str:
        """Return what the names of one player have in common."""
        player = self._player(name)
        return str(player.pk) if player is not None else folded(name)

    def _player(self, name: str) -> Player | None:
        """Return the player of that name, or who it has turned out to be."""
        player = self.players.get(folded(name))
        into = player.merged_into_id if player is not None else None
        if into is None:
            return player
        return next(one for one in self.players.values() if one.pk == into)

    def clean(self) -> dict[str, Any]:
        """Refuse what the planner would, before anybody is added to the club."""
        data = super().clean() or {}
        if self.errors:
            return data
        known = set(rule_books.numbers_of_players(self.season_of_plan.ruleset))
        if not known.intersection(data["sizes"]):
            self.add_error(
                "sizes", _("The rule book of the season has no rules for these.")
            )
            return data
        kept = self.data.get("keeps")
        if kept and (self.following is None or kept != str(self.following.number)):
            self.add_error(
                None, _("Another sitting comes next by now. Look which one is to stay.")
            )
            return data
        try:
            check(check_wish(self.wish({}), self.season_of_plan, self.plan))
        except PlanningError as error:
            field = FIELDS.get(error.field, error.field)
            text = reason(error.code, error.field)
            if error.code == PlanningCode.BAD_ROUNDS and self.plan is not None:
                text = str(
                    _(
                        "As many sittings or more have been played already, or stay "
                        "as they are."
                    )
                )
            self.add_error(field if field in self.fields else None, text)
        return data

    def wish(self, added: Mapping[str, int], seed: int = 1) -> PlanWish:
        """
        Return what is wanted; *added* has the ids of new players by their keys.

        Before they have been added they stand in for themselves by negative numbers.
        """
        data = self.cleaned_data
        new = {folded(name): -place for place, name in enumerate(self.new, 1)}
        new |= added

        def pk(name: str) -> int:
            player = self._player(name)
            return player.pk if player is not None else new[folded(name)]

        known = rule_books.numbers_of_players(self.season_of_plan.ruleset)
        return PlanWish(
            players=tuple(map(pk, data["names"])),
            sittings=data["sittings"],
            sizes=tuple(size for size in data["sizes"] if size in known),
            apart=tuple(tuple(map(pk, group)) for group in data["apart"]),
            together=tuple(tuple(map(pk, group)) for group in data["together"]),
            fixed=tuple((pk(name), table) for name, table in data["fixed"]),
            counts_season=data["counts_season"],
            seed=seed,
            keeps=self.following.number if self.following and data["keeps"] else 0,
        )


def initial_of(wish: PlanWish, names: Mapping[int, str]) -> dict[str, Any]:
    """Return what the form shows of a wish that is to be changed."""

    def lines(groups: Iterable[Iterable[int]]) -> str:
        return "\n".join(", ".join(names[one] for one in group) for group in groups)

    return {
        "names": "\n".join(names[one] for one in wish.players),
        "sittings": wish.sittings,
        "sizes": list(wish.sizes),
        "counts_season": wish.counts_season,
        "apart": lines(wish.apart),
        "together": lines(wish.together),
        "fixed": "\n".join(f"{names[one]}: {table}" for one, table in wish.fixed),
    }
