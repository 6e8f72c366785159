"""Forms of the club's settings; the services have the last word on all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Self

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import Q, QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.club import engine, methods, services
from clubscore.club.models import (
    Account,
    Club,
    Correctors,
    Member,
    Player,
    Role,
    Season,
    WallBreaking,
    not_reserved,
)
from clubscore.club.names import folded, tidied
from clubscore.club.player_list import MOST_SIGNS
from clubscore.club.rule_book_field import RuleBookField
from clubscore.club.rule_fields import (
    RuleGroup,
    RuleQuestion,
    grouped,
    questions,
    season_field,
)
from clubscore.club.spreadsheets import ACCEPTED, WrongFileError, file_text


class ServiceForm(forms.Form):
    """A form whose content one service takes."""

    written: Any = None
    """What the service returned."""

    def accepted(self, write: Callable[[dict[str, Any]], object]) -> bool:
        """
        Give what was typed to *write*, if it can be read at all.

        Return whether it was written; what the service refuses stands beside
        the field that it concerns.
        """
        if not self.is_valid():
            return False
        try:
            self.written = write(self.cleaned_data)
        except ValidationError as error:
            self._show(error)
            return False
        return True

    def _show(self, error: ValidationError) -> None:
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, problems in error.error_dict.items():
            field = name if name in self.fields and name != NON_FIELD_ERRORS else None
            self.add_error(field, problems)


class WorthField(forms.DecimalField):
    """A small amount of money, written with a comma or a point."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def to_python(self, value: Any) -> Any:
        """Read it in whatever language."""
        return super().to_python(str(value or "").strip().replace(",", "."))

    def prepare_value(self, value: Any) -> Any:
        """Write it in the reader's, without the noughts at its end."""
        if not isinstance(value, Decimal):
            return value
        return formats.number_format(format(value.normalize(), "f"))


class ClubForm(ServiceForm):
    """A club's name, its address and its readers; later also what holds at tables."""

    LATER = (
        *("wall", "correctors", "asks_agreement", "final_after"),
        *("point_worth", "currency"),
        *("hides_skill_rating", "fewest_parties", "shows_forecast", "shows_checklist"),
    )
    """What is asked once the club is there."""

    name = forms.CharField(label=_("Name"), max_length=100)
    slug = forms.SlugField(
        label=_("Address"),
        max_length=80,
        allow_unicode=True,
        validators=[not_reserved],
        error_messages={
            "invalid": _("Use letters, digits, hyphens and underscores, no blanks.")
        },
    )
    is_public = forms.TypedChoiceField(
        label=_("Who may read the results"),
        choices=[
            ("yes", _("Public: everybody")),
            ("no", _("Private: members alone; to others the club does not exist")),
        ],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
        initial="yes",
    )
    wall = forms.ChoiceField(
        label=_("How the wall is broken"),
        choices=WallBreaking.choices,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("The page “Where to break the wall” begins with it."),
    )
    correctors = forms.ChoiceField(
        label=_("Who corrects earlier games"),
        choices=[
            (Correctors.SCOREKEEPERS, _("Scorekeepers and administrators")),
            (Correctors.ADMINISTRATORS, _("Administrators alone")),
        ],
        widget=forms.RadioSelect,
        help_text=_(
            "They may also move chips by bookings. Whoever records can always put the "
            "last game right."
        ),
    )
    asks_agreement = forms.BooleanField(
        label=_("Ask a second player to agree to every game"),
        required=False,
        help_text=_("Nothing waits for it; a game without it is marked."),
    )
    final_after = forms.IntegerField(
        label=_("Hours until a partie is final"),
        min_value=0,
        max_value=9999,
        help_text=_(
            "Counted from its end. After that only administrators correct it; with 0 "
            "it is final at once."
        ),
    )
    point_worth = WorthField(
        label=_("Worth of a point"),
        required=False,
        max_digits=8,
        decimal_places=4,
        min_value=Decimal("0.0001"),
        help_text=_(
            "For those who play for money, such as 0.01. Left empty, nobody is asked "
            "to settle up."
        ),
    )
    currency = forms.CharField(
        label=_("Currency"),
        required=False,
        max_length=10,
        help_text=_("How amounts are written, such as € or CHF."),
    )
    hides_skill_rating = forms.BooleanField(
        label=_("No skill rating"),
        required=False,
        help_text=_("Nothing of it is shown; the classical list stays."),
    )
    fewest_parties = forms.IntegerField(
        label=_("Rated parties for a place on the list"),
        min_value=1,
        max_value=100,
        help_text=_("Whoever has fewer stands below the list without a place."),
    )
    shows_forecast = forms.BooleanField(
        label=_("Show what is to be expected of a partie"),
        required=False,
        help_text=_(
            "Before its end, and where tables are set up: how likely each player is "
            "to be first."
        ),
    )
    shows_checklist = forms.BooleanField(
        label=_("Checklist for a first evening"),
        required=False,
        help_text=_(
            "For those who run the club, until all that stands on it has been done."
        ),
    )

    def __init__(self, *args: Any, club: Club | None = None, **more: Any) -> None:
        self.club = club
        if club is not None:
            more["initial"] = {
                "name": club.name,
                "slug": club.slug,
                "is_public": "yes" if club.is_public else "no",
                "wall": club.wall,
                "correctors": club.correctors,
                "asks_agreement": club.asks_agreement,
                "final_after": club.final_after,
                "point_worth": club.point_worth,
                "currency": club.currency,
                "hides_skill_rating": club.hides_skill_rating,
                "fewest_parties": club.fewest_parties,
                "shows_forecast": club.shows_forecast,
                "shows_checklist": club.shows_checklist,
            }
        super().__init__(*args, **more)
        address = self.fields["slug"]
        if club is None:
            for name in self.LATER:
                del self.fields[name]
            address.required = False
            address.help_text = gettext("Left empty, it is made from the name.")
        else:
            address.help_text = gettext(
                "The part of the address that names the club. When you change it, "
                "links and printed codes with the old one no longer work."
            )

    def clean_name(self) -> str:
        """Return the name without needless blanks."""
        return tidied(self.cleaned_data["name"])

    def clean_slug(self) -> str:
        """Refuse the address of another club."""
        slug: str = self.cleaned_data["slug"]
        others = Club.objects.all()
        if self.club is not None:
            others = others.exclude(pk=self.club.pk)
        if slug and others.filter(slug=slug).exists():
            raise ValidationError(_("Another club has this address."))
        return slug


class PlayerForm(ServiceForm):
    """A player's name, and whether they are a guest."""

    name = forms.CharField(label=_("Name"), max_length=80)
    is_guest = forms.BooleanField(
        label=_("Guest: a player of one evening"), required=False
    )

    def __init__(
        self, *args: Any, club: Club, player: Player | None = None, **more: Any
    ) -> None:
        self.club = club
        self.player = player
        if player is not None:
            more["initial"] = {"name": player.name, "is_guest": player.is_guest}
        super().__init__(*args, **more)
        self.fields["name"].widget.attrs["autocomplete"] = "off"

    def clean_name(self) -> str:
        """Refuse the name of another player of the club."""
        name = tidied(self.cleaned_data["name"])
        others = self.club.players.all()
        if self.player is not None:
            others = others.exclude(pk=self.player.pk)
        same = others.filter(key=folded(name)).first()
        if same is not None:
            raise ValidationError(
                _(
                    "The club has a player called %(name)s already. Add something "
                    "that tells the two apart, such as an initial."
                ),
                params={"name": same.name},
            )
        hidden = self.club.players.filter(withheld_key=folded(name)).first()
        if hidden is not None:
            raise ValidationError(
                _(
                    "This is the name of a player who is shown as %(shown)s. Choose "
                    "%(shown)s, or show the name again."
                ),
                params={"shown": hidden.name},
            )
        return name


class PlayerListForm(forms.Form):
    """A list of names, pasted or in a file."""

    text = forms.CharField(
        label=_("Names, one per line"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 10,
                "spellcheck": "false",
                "autocomplete": "off",
                "autofocus": True,
            }
        ),
    )
    file = forms.FileField(
        label=_("Or a file from a spreadsheet"),
        required=False,
        help_text=_("XLSX or CSV, with a column of names."),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )

    def clean(self) -> dict[str, Any]:
        """Take what is in the file, if there is one, for the text."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        if file is not None:
            try:
                cleaned["text"] = file_text(file, MOST_SIGNS)
            except WrongFileError as error:
                self.add_error("file", str(error))
                return cleaned
        if len(cleaned.get("text", "")) > MOST_SIGNS:
            self.add_error("text", _("This is too long. Paste it in several parts."))
        elif not cleaned.get("text", "").strip():
            self.add_error("text", _("Paste the names first, or choose a file."))
        return cleaned


class DateInput(forms.DateInput):
    """The browser's own calendar; it speaks one format whatever the language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class SeasonForm(ServiceForm):
    """
    A season's name and dates, and a field for each house rule of its ruleset.

    A new season's rule book is chosen in it too, and the form is drawn again; so is
    the method that its standings begin with.
    """

    RULE = "rule_"
    """What the names of the house rules' fields begin with."""
    OTHER = "other:"
    """What the names of house rules begin with that were typed for another book."""

    ruleset = RuleBookField(required=False)
    name = forms.CharField(label=_("Name"), max_length=80)
    starts_on = forms.DateField(label=_("First day"), widget=DateInput())
    ends_on = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=DateInput(),
        help_text=_("Leave it empty for a season without an end."),
    )
    method = forms.ChoiceField(
        label=_("Standings method"), required=False, widget=forms.RadioSelect
    )

    def __init__(
        self,
        *args: Any,
        club: Club,
        ruleset: str,
        season: Season | None = None,
        books: Sequence[engine.Rules] = (),
        seasons: Sequence[Season] = (),
        typed: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        """
        Ask for a season; *typed* is what was typed so far, not checked yet.

        A new one is played by one of *books*; the club has had *seasons*.
        """
        self.club = club
        self.season = season
        self.drawn_for = ruleset
        self.rules = engine.house_rules(ruleset)
        if season is not None:
            initial: dict[str, Any] = {
                "name": season.name,
                "starts_on": season.starts_on,
                "ends_on": season.ends_on,
            }
        else:
            today = timezone.localdate()
            name = str(today.year)
            # A second season of a year needs a name of its own.
            is_taken = any(one.name == name for one in seasons)
            initial = {
                "name": "" if is_taken else name,
                "starts_on": today.replace(month=1, day=1),
                "ends_on": today.replace(month=12, day=31),
                "method": methods.usual_preset(ruleset).key,
            }
        for name in initial:
            if typed is not None and name in typed:
                initial[name] = typed[name]
        if (
            season is None
            and typed is not None
            and self._is_usual(typed, ruleset, books)
        ):
            initial["method"] = methods.usual_preset(ruleset).key
        chosen = season.options if season is not None else {}
        for rule in self.rules:
            if rule.key in chosen or not rule.is_asked:
                initial[self.RULE + rule.key] = chosen.get(rule.key, rule.default)
        if typed is not None:
            initial |= self._rules_typed(typed, ruleset)
        more["initial"] = initial
        super().__init__(*args, **more)
        self.kept = self._rules_of_others(typed or self.data, ruleset)
        """House rules that were typed for other books: nothing typed is lost."""
        if season is None:
            asked = self.fields["ruleset"]
            assert isinstance(asked, RuleBookField)
            asked.offer(books, ruleset, [one.ruleset for one in seasons])
            standings = self.fields["method"]
            assert isinstance(standings, forms.ChoiceField)
            standings.choices = [
                (one.key, gettext(one.name)) for one in methods.presets()
            ]
        else:
            del self.fields["ruleset"], self.fields["method"]
        for rule in self.rules:
            self.fields[self.RULE + rule.key] = season_field(rule)

    @classmethod
    def with_rules_unseen(
        cls, data: Mapping[str, str], *, ruleset: str, **more: Any
    ) -> Self:
        """Return what was sent with house rules of another rule book than chosen."""
        kept = {name: data[name] for name in data if not name.startswith(cls.RULE)}
        preset = {
            cls.RULE + rule.key: str(rule.default)
            for rule in engine.house_rules(ruleset)
            if not rule.is_asked and rule.default is not None
        }
        typed = cls._rules_typed(data, ruleset)
        others = cls._rules_of_others(data, ruleset)
        return cls(kept | preset | typed | others, ruleset=ruleset, **more)

    @staticmethod
    def _is_usual(
        typed: Mapping[str, str], ruleset: str, books: Sequence[engine.Rules]
    ) -> bool:
        """Tell whether the method stands as another rule book had proposed it."""
        shown = typed.get("shown", ruleset)
        known = {one.key for one in books}
        return shown in known and typed.get("method") == methods.usual_preset(shown).key

    @classmethod
    def _rules_typed(cls, data: Mapping[str, str], ruleset: str) -> dict[str, str]:
        """Return the house rules that were typed for a rule book, by their fields."""
        prefix = cls.OTHER + ruleset + ":"
        if data.get("shown", ruleset) == ruleset:
            return {name: data[name] for name in data if name.startswith(cls.RULE)}
        return {
            name.removeprefix(prefix): data[name]
            for name in data
            if name.startswith(prefix)
        }

    @classmethod
    def _rules_of_others(cls, data: Mapping[str, str], ruleset: str) -> dict[str, str]:
        """Return the house rules that were typed for other books than that one."""
        own, shown = cls.OTHER + ruleset + ":", data.get("shown", ruleset)
        others = {
            name: data[name]
            for name in data
            if name.startswith(cls.OTHER) and not name.startswith(own)
        }
        if shown != ruleset:
            others |= {
                f"{cls.OTHER}{shown}:{name}": data[name]
                for name in data
                if name.startswith(cls.RULE)
            }
        return others

    @property
    def rule_groups(self) -> list[RuleGroup]:
        """The fields of the house rules, in groups."""
        return grouped(self.rules, self, self.RULE)

    @property
    def questions(self) -> list[RuleQuestion]:
        """What the rule book leaves to its players."""
        return questions(self.drawn_for, self.rules, self, self.RULE)

    @property
    def standings(self) -> list[tuple[Any, str, str]]:
        """The ready-made methods: a radio button, a sentence and an example."""
        return [
            (radio, methods.worded(one.summary), methods.worded(one.example))
            for radio, one in zip(self["method"], methods.presets(), strict=True)
        ]

    def clean_method(self) -> dict[str, Any]:
        """Return the chosen method as a season keeps it."""
        preset = methods.preset_called(self.cleaned_data["method"])
        return methods.stored(preset.method) if preset is not None else {}

    def clean_ruleset(self) -> str:
        """Refuse house rules that were shown for another rule book."""
        shown = self.data.get("shown", self.drawn_for)
        if shown != self.drawn_for:
            raise ValidationError(
                _(
                    "The house rules below have changed with the rule book. Look at "
                    "them, then open the season."
                )
            )
        return self.drawn_for

    def clean_name(self) -> str:
        """Refuse the name of another season of the club."""
        name = tidied(self.cleaned_data["name"])
        others = self.club.seasons.all()
        if self.season is not None:
            others = others.exclude(pk=self.season.pk)
        if folded(name) in map(folded, others.values_list("name", flat=True)):
            raise ValidationError(_("The club has a season of this name already."))
        return name

    def clean(self) -> dict[str, Any]:
        """Refuse a season that ends before it starts; collect the house rules."""
        data = super().clean() or self.cleaned_data
        first, last = data.get("starts_on"), data.get("ends_on")
        if first is not None and last is not None and last < first:
            self.add_error("ends_on", _("The last day cannot be before the first day."))
        data["options"] = {
            rule.key: data[self.RULE + rule.key]
            for rule in self.rules
            if self.RULE + rule.key in data
            and (rule.is_asked or data[self.RULE + rule.key] != rule.default)
        }
        return data


class PlayerChoice(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Which player of the club an account is."""

    def __init__(self, club: Club, member: Member | None = None) -> None:
        free = Q(member__isnull=True)
        if member is not None:
            free |= Q(member=member)
        super().__init__(
            label=_("Player"),
            queryset=club.players.filter(free, merged_into__isnull=True),
            required=False,
            empty_label=_("nobody yet"),
            help_text=_("Whose results these are; members record at their own table."),
        )


class MemberForm(ServiceForm):
    """What a member may do, and which player it is."""

    role = forms.TypedChoiceField(
        label=_("Role"),
        choices=[
            (Role.MEMBER, _("Member: reads everything, records at their own table")),
            (Role.SCOREKEEPER, _("Scorekeeper: starts parties, records everywhere")),
            (Role.ADMINISTRATOR, _("Administrator: these settings too")),
        ],
        coerce=Role,
        widget=forms.RadioSelect,
        initial=Role.MEMBER,
    )

    def __init__(
        self, *args: Any, club: Club, member: Member | None = None, **more: Any
    ) -> None:
        self.club = club
        if member is not None:
            more["initial"] = {"role": member.role, "player": member.player_id}
        super().__init__(*args, **more)
        self.fields["player"] = PlayerChoice(club, member)
        self.order_fields(self.field_order)


class InvitationForm(MemberForm):
    """Whom to invite as what, and for how long."""

    days = forms.TypedChoiceField(
        label=_("Valid for"),
        choices=[
            (1, _("one day")),
            (7, _("a week")),
            (30, _("30 days")),
            (90, _("90 days")),
        ],
        coerce=int,
        initial=7,
    )
    places = forms.IntegerField(
        label=_("For how many people"),
        required=False,
        min_value=1,
        max_value=500,
        initial=1,
        help_text=_(
            "One, or all who should join: a whole club can read one code. Each then "
            "says which player they are."
        ),
    )
    field_order = ["role", "player", "places", "days"]

    def clean_places(self) -> int:
        """Return for how many it is: one, unless somebody says otherwise."""
        return self.cleaned_data["places"] or 1


class JoinForm(UserCreationForm):  # type: ignore[type-arg]
    """The account that somebody makes who is invited, or who makes a club."""

    class Meta:
        model = Account
        fields = ("username",)

    def __init__(self, *args: Any, whose: Club | None = None, **more: Any) -> None:
        """Ask for an account; *whose* is the club of whose players it may be one."""
        super().__init__(*args, **more)
        if whose is not None:
            self.fields["player"] = own_player(whose.players.filter(is_guest=False))
        name = self.fields["username"]
        name.help_text = gettext("You log in with it; others in the club see it.")
        # A phone's keyboard would hide who invites, and capitals count.
        name.widget.attrs.pop("autofocus", None)
        name.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}

    @classmethod
    def once_more(cls, data: Mapping[str, str]) -> Self:
        """Return the form of an account that was not looked at, with its name."""
        return cls(initial={"username": data.get("username", "")})

    def account(self) -> Account:
        """Return the account that was asked for, which is not saved yet."""
        data = self.cleaned_data
        return services.account_new(data["username"], data["password1"])


class WhoForm(forms.Form):
    """Which player somebody is who joins a club with the account they have."""

    def __init__(self, *args: Any, whose: Club, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["player"] = own_player(whose.players.filter(is_guest=False))


def own_player(players: QuerySet[Player]) -> forms.ModelChoiceField:  # type: ignore[type-arg]
    """Return the question which of *players* somebody is, whom no account is yet."""
    return forms.ModelChoiceField(
        players.filter(merged_into=None, member=None).order_by("key"),
        label=_("Which player are you?"),
        required=False,
        empty_label=_("None of them"),
        help_text=_("Your results are then yours on every page."),
    )


class KeepForm(ServiceForm):
    """How a club that was made at a table is called, and who keeps it."""

    name = forms.CharField(label=_("Name of the club"), max_length=100)
    season = forms.CharField(label=_("Name of the season"), max_length=80)

    def __init__(self, *args: Any, club: Club, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["player"] = own_player(club.players.all())

    def clean_name(self) -> str:
        """Return the name without needless blanks."""
        return tidied(self.cleaned_data["name"])

    def clean_season(self) -> str:
        """Return the season's name without needless blanks."""
        return tidied(self.cleaned_data["season"])


class NewMemberForm(MemberForm):
    """An account that becomes a member."""

    account = forms.CharField(
        label=_("Username"),
        max_length=150,
        help_text=_("The name with which this person logs in."),
        widget=forms.TextInput(
            attrs={
                "autocapitalize": "none",
                "autocomplete": "off",
                "spellcheck": "false",
            }
        ),
    )
    field_order = ["account", "role", "player"]

    def clean_account(self) -> Account:
        """Return the account of that name; refuse who is a member already."""
        name = self.cleaned_data["account"]
        account = Account.objects.filter(username=name, is_active=True).first()
        if account is None:
            raise ValidationError(
                _(
                    "Nobody logs in as “%(name)s”. Ask for the exact username; "
                    "capitals matter."
                ),
                params={"name": name},
            )
        if self.club.members.filter(account=account).exists():
            raise ValidationError(
                _("This account is a member already. Change its role in the list.")
            )
        return account
