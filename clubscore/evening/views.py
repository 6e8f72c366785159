"""The pages of an evening: its tables, its players, the tables that start."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import wraps
from itertools import count, islice
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from clubscore.club import engine as rule_books
from clubscore.club import own_books
from clubscore.club.access import (
    get_club_for,
    may_administer,
    may_start_parties,
    membership_of,
    role_of,
)
from clubscore.club.models import Club, Player, Season
from clubscore.club.qr import qr_code
from clubscore.club.requests import HtmxHttpRequest, reads_and_writes
from clubscore.club.vocabulary import speak_as, speak_as_only
from clubscore.evening import services
from clubscore.evening.best_hand import best_hand_text
from clubscore.evening.draw import considered, draw_tables
from clubscore.evening.forms import (
    Arrangement,
    GuestsForm,
    NewTable,
    TablesForm,
    new_tables,
    parts_changed,
)
from clubscore.evening.overview import (
    EveningLine,
    EveningPlayers,
    TableNow,
    days_beside,
    open_ones_first,
    parties_of,
    people_of,
    planned_of,
    results_of,
    tables_of,
)
from clubscore.evening.plan_start import NextSitting, next_sitting
from clubscore.evening.spread import spread_of
from clubscore.partie.access import LINKS, looks_on, may_record
from clubscore.partie.answers import (
    answered,
    for_polling,
    kept,
    page_unchanged,
    part,
    stranger,
    tag_of,
    tag_of_parties,
    unchanged,
)
from clubscore.partie.club_plans import id_of, tournament_on, with_plan
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.forms.seating import USUAL, draw_of
from clubscore.partie.forms.tables import asked_for
from clubscore.partie.models import PlannedEvening, Presence, TableLink
from clubscore.partie.played_rounds import played_rounds
from clubscore.partie.versions import about, version_of
from clubscore.planning import Round


def for_hosts(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """
    Give *view* the club of its address, for those who set up its tables.

    Who is not logged in does so first, and then comes back to a page.
    """

    @wraps(view)
    def guarded(request: HtmxHttpRequest, club: str, **more: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            back = request.get_full_path()
            if request.method not in ("GET", "HEAD"):
                day = more.get("day")
                page = ("evening:plans", [club])
                if day is not None:
                    page = ("evening:evening", [club, day])
                back = reverse(page[0], args=page[1])
            login = redirect_to_login(back)
            # The form to log in is no fragment of the page that htmx asks from.
            return HttpResponseClientRedirect(login.url) if request.htmx else login
        found = get_club_for(request, club)
        if not may_start_parties(request, found):
            raise PermissionDenied
        return view(request, found, **more)

    return guarded


# The evening --------------------------------------------------------------------


@require_safe
def evening(request: HtmxHttpRequest, club: str, day: date) -> HttpResponse:
    """Show an evening's tables, its results so far and who is there."""
    found = get_club_for(request, club)
    is_shared = looks_on(request)
    if request.htmx:
        tag = tag_of(found, day, *_reader(request))
        same = unchanged(request, tag)
        if same is not None:
            return same
        text = (
            now_text(found, str(day)) if is_shared else _now_text(request, found, day)
        )
        return for_polling(request, HttpResponse(text), tag)
    context: dict[str, Any] = {"club": found, "day": day}
    if not is_shared:
        with evening_text.lent(found, str(day)):
            context["shown"] = _evening_text(request, found, day)
        response = render(request, "evening/evening.html", context)
        return for_polling(request, response, "")
    tag = evening_text.tag(found, str(day))
    same = page_unchanged(request, tag)
    if same is not None:
        return same
    context["shown"] = evening_text(found, str(day), tag=tag)
    response = answered(request, "evening/evening.html", context, tag)
    return for_polling(request, response, tag)


def _reader(request: HttpRequest) -> tuple[object, ...]:
    """Return what the tag of an evening's tables depends on, beside them."""
    return () if looks_on(request) else (request.user.pk, request.session.get(LINKS))


def _version(club: Club, day: str) -> object:
    return tag_of(club, date.fromisoformat(day)), *about(club)


@kept(_version)
def now_text(club: Club, day: str) -> str:
    """Return what happens at an evening's tables, for all who look on."""
    return _now_text(stranger(), club, date.fromisoformat(day))


def _now_text(request: HttpRequest, club: Club, day: date) -> str:
    tables = _tables(club, day)
    return _fragment(request, club, day, tables)


@kept(version_of)
def evening_text(club: Club, day: str) -> str:
    """Return what an evening's page shows to all who look on."""
    return _evening_text(stranger(), club, date.fromisoformat(day))


def _evening_text(request: HttpRequest, club: Club, day: date) -> str:
    tables = _tables(club, day)
    context = {
        "now": _fragment(request, club, day, tables),
        **_around(request, club, day, tables),
    }
    return render_to_string("evening/_evening.html", context, request)


def _tables(club: Club, day: date) -> list[TableNow]:
    """Return an evening's tables, in the words of their rule book."""
    tables = open_ones_first(tables_of(parties_of(club, day)))
    speak_as_only(one.partie.ruleset for one in tables)
    return tables


def _fragment(
    request: HttpRequest, club: Club, day: date, tables: list[TableNow]
) -> str:
    """Return what happens at the tables; raise Http404 where there is no evening."""
    may_start = may_start_parties(request, club)
    is_known = (
        tables
        or club.evenings.filter(date=day).exists()
        or club.planned_evenings.filter(date=day).exists()
    )
    if not (is_known or may_start or day == day_of_tonight(club)):
        raise Http404
    results = results_of(tables)
    winners = [line.player.name for line in results if line.place == 1]
    # Of old results nobody knows who won which game.
    shows_wins = any(line.games for line in results)
    context = {
        "club": club,
        "day": day,
        # Of what is shown: what is written meanwhile is asked for at the next look.
        "tag": tag_of_parties(day, (one.partie for one in tables), *_reader(request)),
        "tables": [_table_text(request, one) for one in tables],
        "results": [_line_text(club, line, shows_wins) for line in results],
        "shows_wins": shows_wins,
        "best": best_hand_text(
            (one.partie for one in tables), is_tonight=day == day_of_tonight(club)
        ),
        "winners": winners,
        "names": get_text_list(winners, _("and")),
        "is_over": _is_over(tables),
        "spread": spread_of(tables),
        "may_start_parties": may_start,
        "sitting": _sitting_on(club, day) if may_start and not tables else None,
    }
    return render_to_string("evening/_evening_now.html", context)


def _table_text(request: HttpRequest, table: TableNow) -> SafeString:
    club, sitting = table.partie.club, table.sitting
    return part(
        "evening/_evening_table.html",
        club={"slug": club.slug},
        table=table.shown(),
        may_record=table.is_open and may_record(request, table.partie, sitting=sitting),
        may_start_parties=may_start_parties(request, club),
    )


def _line_text(club: Club, line: EveningLine, shows_wins: bool) -> SafeString:
    told = {"pk": line.player.pk, "name": line.player.name, "slug": line.player.slug}
    wins = line.wins if line.games else None
    told |= {"place": line.place, "wins": wins, "score": line.score}
    return part(
        "evening/_evening_result.html",
        club=club.slug,
        line=told,
        shows_wins=shows_wins,
    )


def _is_over(tables: list[TableNow]) -> bool:
    return all(not one.is_open for one in tables)


def _around(
    request: HttpRequest, club: Club, day: date, tables: list[TableNow]
) -> dict[str, Any]:
    """Return what the evening's page shows beside what happens at the tables."""
    tonight = day_of_tonight(club)
    may_start = may_start_parties(request, club)
    # Only who may start parties is told of the season.
    season = _season_of(club, day) if may_start else None
    shows_people = role_of(request, club) is not None
    member = membership_of(request, club)
    me = member.player if member is not None else None
    return {
        "club": club,
        "day": day,
        "tables": tables,
        "is_over": _is_over(tables),
        "is_tonight": day == tonight,
        "may_start_parties": may_start,
        "sitting": _sitting_next(club, season) if day >= tonight else None,
        "tournament": tournament_on(club, day),
        # Who sits nowhere yet is nobody's business outside the club.
        "shows_people": shows_people,
        "people": people_of(club, day, tables) if shows_people else None,
        "is_past": day < tonight,
        "guests": GuestsForm(club=club) if shows_people else None,
        "planned": _planned_on(club, day, me),
        "me": me,
        **days_beside(club, day),
        "season": season,
        "may_administer": may_administer(request, club),
    }


def _planned_on(club: Club, day: date, player: Player | None) -> PlannedEvening | None:
    """Return what is planned of an evening, and a player's own answer to it."""
    listed = club.planned_evenings if player is None else planned_of(club, player)
    return listed.filter(date=day).first()


def _sitting_on(club: Club, day: date) -> NextSitting | None:
    """Return what starts next by the plan of a day; None of none."""
    return _sitting_next(club, _season_of(club, day))


def _sitting_next(club: Club, season: Any) -> NextSitting | None:
    """Return what starts next by the plan of a season of `with_plan`; None of none."""
    number = season.planned if season is not None else None
    found = next_sitting(club, number) if number is not None else None
    return found if found is not None and found.round is not None else None


def _season_of(club: Club, day: date) -> Season | None:
    """
    Return the season that parties of *day* belong to, if there is one.

    It has the number of the plan that is played by, as of `with_plan`.
    """
    return with_plan(club.seasons.holding(day), day).first()


# Who is there -------------------------------------------------------------------


@require_POST
@for_hosts
def here(request: HtmxHttpRequest, found: Club, day: date) -> HttpResponse:
    """Note who is there."""
    people = people_of(found, day, tables_of(parties_of(found, day)))
    if request.POST.get("action") == "expected":
        changed = {one.player: Presence.Stay.WHOLE.value for one in people.expected}
    else:
        changed = parts_changed(request.POST, people)
    if changed:
        services.presence_note(club=found, day=day, parts=changed)
    if not request.htmx:
        return redirect("evening:evening", found.slug, day)
    return render(
        request,
        "evening/_here_now.html",
        _who_is_here(found, day, GuestsForm(club=found)),
    )


@require_POST
@for_hosts
def guests(request: HtmxHttpRequest, found: Club, day: date) -> HttpResponse:
    """Note that guests are there."""
    form = GuestsForm(request.POST, club=found)
    if form.is_valid():
        try:
            services.guests_note(club=found, day=day, names=form.cleaned_data["names"])
        except ValidationError as error:
            form.add_error("names", error.messages)
        else:
            form = GuestsForm(club=found)
    if not request.htmx and not form.errors:
        return redirect("evening:evening", found.slug, day)
    template = "evening/_here.html" if request.htmx else "evening/here.html"
    return render(request, template, _who_is_here(found, day, form))


def _who_is_here(club: Club, day: date, form: GuestsForm) -> dict[str, Any]:
    """Return what the page shows of who is there."""
    season = _season_of(club, day)
    tables = tables_of(parties_of(club, day))
    return {
        "club": club,
        "day": day,
        "is_over": _is_over(tables),
        "people": people_of(club, day, tables),
        "is_past": day < day_of_tonight(club),
        "guests": form,
        "season": season,
        "sitting": _sitting_next(club, season),
    }


# The tables that start ----------------------------------------------------------


@reads_and_writes
@for_hosts
def tables(request: HtmxHttpRequest, found: Club, day: date) -> HttpResponse:
    """Propose tables for all who are free, let hands move them, and start them."""
    seasons = {str(one.pk): one for one in found.seasons.holding(day)}
    if not seasons:
        return redirect("evening:evening", found.slug, day)  # it says what to do first
    data = request.POST if request.method == "POST" else None
    asked = request.GET if data is None else data
    season = seasons.get(asked.get("season", "")) or next(iter(seasons.values()))
    sitting = None
    if asked.get("plan"):
        sitting = next_sitting(found, asked["plan"])
        answer = _refused(request, sitting, asked.get("sitting"), seasons, day)
        if answer is not None:
            return answer
        assert sitting is not None
        season = sitting.plan.season
    played = tables_of(parties_of(found, day))
    people = people_of(found, day, played)
    missing = sitting.missing(people) if sitting is not None else []
    if sitting is not None:
        people = people.awaiting(sitting.planned)
    books = own_books.offered(found, season.ruleset)
    ruleset, _many = asked_for(asked, season, books)
    speak_as(ruleset)
    history: Sequence[Round] = ()
    if sitting is not None:
        arrangement = sitting.arranged(data, people)
    else:
        history = played_rounds(season, id_of)
        arrangement = _arranged(data, people, history, ruleset)
    action = data.get("action", "") if data is not None else ""
    form = TablesForm(
        data if action == "start" else None,
        day=day,
        season=season,
        ruleset=ruleset,
        books=books,
    )
    numbers = map(str, count(1)) if sitting else services.free_numbers(played)
    names = list(islice(numbers, arrangement.many + 1))
    shown, without = new_tables(arrangement, people, ruleset, names)
    if action == "start":
        planned = sitting.start(shown, without) if sitting is not None else None
        if _may_start(form, shown, found, day) and _started(form, day, shown, planned):
            messages.success(request, _said_started(len(shown)))
            return _to_links(request, found, day)
    elif data is not None:
        form.fill(data)
    context = {
        "club": found,
        "day": day,
        "form": form,
        "sitting": sitting,
        "missing": missing,
        "playing": sitting.playing(people) if sitting is not None else [],
        "people": people,
        "tables": shown,
        "without": without,
        "choices": list(enumerate(names, 1)),
        "fewest": min(rule_books.numbers_of_players(ruleset)),
        "considered": _considered(shown, history) if sitting is None else None,
        "draw": draw_of(ruleset, USUAL),
        "has_many_seasons": len(seasons) > 1 and sitting is None,
    }
    template = "_evening_tables.html" if request.htmx else "evening_tables.html"
    response = render(request, f"evening/{template}", context)
    if request.htmx and action in ("start", "draw"):
        # What is wrong, or was drawn, stands above the button that was tapped.
        response["HX-Reswap"] = "outerHTML show:#main:top"
    return response


def _refused(
    request: HtmxHttpRequest,
    sitting: NextSitting | None,
    number: str | None,
    seasons: Mapping[str, Season],
    day: date,
) -> HttpResponse | None:
    """Lead on who asks for a sitting that cannot start now; None if it can."""
    if sitting is None:
        raise Http404
    club = sitting.plan.club
    if sitting.round is None or number not in (None, str(sitting.round.number)):
        if sitting.is_started(number):
            # A second tap, or somebody else was quicker: its tables are there.
            messages.info(request, _("This sitting has been started already."))
            return _to_links(request, club, day)
        messages.error(request, _("The plan has no such sitting to start any more."))
        return _led_on(request, sitting.plan.get_absolute_url())
    if str(sitting.plan.season_id) not in seasons:
        messages.error(request, _("The season of this plan does not hold that day."))
        return _led_on(request, sitting.plan.get_absolute_url())
    return None


def _to_links(request: HtmxHttpRequest, club: Club, day: date) -> HttpResponse:
    """Go on to the codes of the tables that have started."""
    return _led_on(request, reverse("evening:evening_links", args=[club.slug, day]))


def _led_on(request: HtmxHttpRequest, address: str) -> HttpResponse:
    """Go on to another page as a whole, also from a part of one."""
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _arranged(
    data: QueryDict | None,
    people: EveningPlayers,
    history: Sequence[Round],
    ruleset: str,
) -> Arrangement:
    """Return who sits where: drawn after the season so far, or as hands moved them."""
    playing = {one.player.pk: people.plays_now(one) for one in people.free}
    if data is not None:
        typed = Arrangement.typed(data, playing)
        if data.get("action") != "draw":
            return typed.up(data.get("up", ""))
        playing = typed.in_the_draw
    drawn = [player for player, is_in in playing.items() if is_in]
    known = rule_books.numbers_of_players(ruleset)
    return Arrangement.drawn(
        draw_tables(drawn, known, history, random.SystemRandom()), playing
    )


def _considered(shown: Sequence[NewTable], history: Sequence[Round]) -> dict[str, Any]:
    """Return what the page says of how well those who sit down know each other."""
    players = {one.player.pk: one.player for table in shown for one in table.seated}
    tables = [[one.player.pk for one in table.seated] for table in shown]
    found = considered(tables, history)
    often = [players[one].name for one in found.often or ()]
    return {"numbers": found, "often": often}


def _may_start(form: TablesForm, shown: list[NewTable], club: Club, day: date) -> bool:
    """Tell whether every table can start; say at the form why not."""
    if day > day_of_tonight(club):
        form.add_error(None, _("This day is yet to come."))
    if not shown:
        form.add_error(None, _("Nobody sits at a table yet."))
    for table in shown:
        if table.problem:
            at = {"name": table.name, "problem": table.problem}
            form.add_error(None, _("Table %(name)s: %(problem)s") % at)
    return form.is_valid()


def _started(
    form: TablesForm,
    day: date,
    shown: list[NewTable],
    planned: services.PlannedStart | None,
) -> bool:
    """Start the tables; say at the form what does not let them start."""
    try:
        services.evening_tables_start(
            season=form.cleaned_data["season"],
            day=day,
            tables=[[one.player for one in table.seated] for table in shown],
            ruleset=form.drawn_for,
            options=form.options,
            start_chips=form.start_chips,
            uses_chips=form.uses_chips,
            planned=planned,
        )
    except ValidationError as error:
        form.add_error(None, error.messages)
        return False
    return True


def _said_started(many: int) -> str:
    return ngettext(
        "The table has started.", "The %(many)d tables have started.", many
    ) % {"many": many}


@require_safe
@for_hosts
def links(request: HttpRequest, found: Club, day: date) -> HttpResponse:
    """Show the links of all open tables with their QR codes, to print or to scan."""
    alive = TableLink.objects.alive(timezone.now()).order_by("-pk")
    parties = parties_of(found, day).open().prefetch_related(Prefetch("links", alive))
    shown = []
    for table in tables_of(parties):
        link = next(iter(table.partie.links.all()), None)
        address = request.build_absolute_uri(link.get_absolute_url()) if link else ""
        shown.append((table, address, qr_code(address) if address else None))
    context = {
        "club": found,
        "day": day,
        "tables": shown,
        "tournament": tournament_on(found, day),
    }
    return render(request, "evening/evening_links.html", context)
