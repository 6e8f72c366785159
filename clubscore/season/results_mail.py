"""Mails with the results of an evening, after its last table, each with one's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Exists, Max, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from clubscore.club.mail import Letter, MailKind, address_of, mails_add, recipients
from clubscore.club.models import Club, Mail, Member, Player, Season
from clubscore.club.templatetags.numbers import signed
from clubscore.evening.overview import (
    EveningLine,
    TableNow,
    parties_of,
    results_of,
    tables_of,
)
from clubscore.partie.club_plans import plans_of, sittings_left
from clubscore.partie.evenings import day_of_tonight, table_name
from clubscore.partie.models import ClubPlan, Evening, Game
from clubscore.season.course import KeptLeaderboard

QUIET = timedelta(minutes=45)
"""So long nobody plays before an evening is taken to have come to its end."""
TOLD_WITHIN = 3
"""Days after which an evening is old news, and is not told any more."""
TRIED_FOR = 7
"""Days after which a mail that no server takes is given up."""


def results_add() -> None:
    """Put down a mail to each who wants the results of an evening that has ended."""
    now = timezone.now()
    since = timezone.localdate() - timedelta(days=TOLD_WITHIN)
    wanted = recipients().filter(club=OuterRef("club"), wants_results=True)
    counted = Q(parties__is_void=False)
    # An evening at which nobody has played yet is told once somebody has.
    games = Game.objects.filter(partie__evening=OuterRef("pk"), partie__is_void=False)
    evenings = (
        Evening.objects.filter(Exists(wanted), date__gte=since)
        .select_related("club")
        .annotate(
            ended=Count("parties", filter=counted & Q(parties__is_finished=True)),
            going_on=Count("parties", filter=counted & Q(parties__is_finished=False)),
            last_at=Max("parties__head_at", filter=counted),
        )
        .filter(Q(ended__gt=0) | Exists(games), last_at__lte=now - QUIET)
        .order_by("pk")
    )
    for evening in evenings:
        # A partie that was left open is over when its evening is.
        if evening.date < day_of_tonight(evening.club) or not (
            vars(evening)["going_on"] or _goes_on(evening)
        ):
            members = recipients().filter(club=evening.club_id, wants_results=True)
            mails_add(MailKind.RESULTS, evening.date, members)


def _goes_on(evening: Evening) -> bool:
    """Tell whether more sittings follow of a plan that is played by that evening."""
    plans = plans_of(evening.club).exclude(occasion=ClubPlan.Occasion.SEASON)
    begun = plans.filter(sittings__parties__evening=evening).distinct()
    return any(sittings_left(plan) is not None for plan in begun)


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """A player's place in a season after an evening, and the one before."""

    season: Season
    place: int
    before: int | None


@dataclass(frozen=True, slots=True)
class EveningTold:
    """What mails tell of an evening, counted once for all who get one."""

    tables: list[TableNow]
    lines: list[EveningLine]
    places: dict[int, list[SeasonPlace]]
    """By the players' ids."""

    @classmethod
    def of(cls, club: Club, day: date) -> EveningTold:
        """Return what is told of an evening."""
        tables = [
            one for one in tables_of(parties_of(club, day)) if not one.partie.is_void
        ]
        keys = {one.partie.season_id for one in tables}
        places: dict[int, list[SeasonPlace]] = {}
        for season in club.seasons.filter(pk__in=keys).order_by("pk"):
            season.club = club
            for player, found in _places_after(season, day):
                places.setdefault(player, []).append(found)
        return cls(tables, results_of(tables), places)


def _places_after(season: Season, day: date) -> Iterator[tuple[int, SeasonPlace]]:
    """Yield everybody's place in a season if that evening was its last one."""
    board = KeptLeaderboard(season)
    if not board.days or board.course_at([board.days - 1])[0][0] != day:
        return
    before = (
        {one.player: one.place for one in board.before.lines} if board.before else {}
    )
    for row in board.rows:
        if row.line.place is not None:
            key = int(row.line.player)
            earlier = before.get(row.line.player)
            yield key, SeasonPlace(season, row.line.place, earlier)


class ResultsWriter:
    """The writer of mails with results; it counts each evening once."""

    def __init__(self) -> None:
        self._evenings: dict[tuple[int, date], EveningTold] = {}

    def __call__(self, mail: Mail) -> Letter | None:
        """Return what a mail says; None if it is old news or not wanted any more."""
        member, day = mail.member, mail.day
        oldest = timezone.localdate() - timedelta(days=TRIED_FOR)
        if not member.wants_results or day < oldest:
            return None
        key = member.club_id, day
        if key not in self._evenings:
            self._evenings[key] = EveningTold.of(member.club, day)
        told = self._evenings[key]
        if not told.lines:
            return None
        shown = f"{date_format(day, 'l')}, {date_format(day, 'DATE_FORMAT')}"
        about = {"club": member.club.name, "day": shown}
        page = reverse("evening:evening", args=[member.club.slug, day])
        lines = [
            gettext("The results of %(club)s on %(day)s.") % about,
            "",
            *_own(member, told),
            gettext("The evening"),
            *(_line(one) for one in told.lines),
            "",
            gettext("All of it: %(address)s") % {"address": address_of(page)},
        ]
        subject = gettext("%(club)s: results of %(day)s") % about
        return Letter(subject, "\n".join(lines))


def _line(line: EveningLine) -> str:
    return f"{line.place}. {line.player.name}  {signed(line.score)}"


def _own(member: Member, told: EveningTold) -> Iterator[str]:
    """Yield what the evening was for a member who has played."""
    # Results stand under the name that was played under, perhaps one merged since.
    mine = next((one for one in told.lines if _is_of(one.player, member)), None)
    if mine is None or member.player_id is None:
        return
    yield gettext("Your evening")
    yield gettext("Place %(place)d of %(many)d, score %(score)s") % {
        "place": mine.place,
        "many": len(told.lines),
        "score": signed(mine.score),
    } + _won(mine)
    for table in told.tables:
        yield from _at_table(table, mine)
    for one in told.places.get(member.player_id, ()):
        yield _in_season(one)
    yield ""


def _is_of(player: Player, member: Member) -> bool:
    """Tell whether a name at the table is a member's."""
    return member.player_id in (player.pk, player.merged_into_id)


def _won(line: EveningLine) -> str:
    """Return how many games somebody has won, where games are known."""
    if not line.games:
        return ""
    return "; " + ngettext(
        "%(wins)d of %(many)d game won", "%(wins)d of %(many)d games won", line.games
    ) % {"wins": line.wins, "many": line.games}


def _at_table(table: TableNow, mine: EveningLine) -> Iterator[str]:
    """Yield what a table was for a player who sat there."""
    own = next((one for one in table.results if one.player_id == mine.player.pk), None)
    if own is None:
        return
    others = [one.player for one in table.results if one is not own]
    yield "- " + gettext("%(table)s: %(score)s, place %(place)d, with %(names)s") % {
        "table": table_name(table.partie),  # in the language of this mail
        "score": signed(own.score),
        "place": own.place,
        "names": ", ".join(one.name for one in sorted(others, key=lambda one: one.key)),
    }


def _in_season(one: SeasonPlace) -> str:
    words = {"season": one.season.name, "place": one.place, "before": one.before}
    if one.before is None or one.before == one.place:
        return gettext("Season %(season)s: place %(place)d") % words
    return gettext("Season %(season)s: place %(place)d, before it %(before)d") % words
