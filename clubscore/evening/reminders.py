"""Mails that remind members of planned evenings, and the page that their links open."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from clubscore.club.days import with_weekday
from clubscore.club.mail import Letter, MailKind, address_of, mails_add, recipients
from clubscore.club.mail_pages import followed, link_gone, token_followed
from clubscore.club.models import Club, Mail
from clubscore.club.requests import reads_and_writes
from clubscore.evening import services
from clubscore.evening.overview import planned_of
from clubscore.evening.plan_pages import thanks
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.models import PlannedEvening, SignOn, of_person

BEFORE = timedelta(days=2)
"""How many days before an evening it is told."""
NOT_BEFORE = time(9)
"""Nobody is written to at night."""
BEGINS = time(18)
"""When an evening begins of which nobody has said when."""


# The mail -----------------------------------------------------------------------------


def reminders_add() -> None:
    """Put down the reminders that are due, one to each who has not signed off."""
    now = timezone.localtime()
    for planned in _due(now):
        answers = SignOn.objects.last_of_each().filter(
            of_person(OuterRef("player")), planned=planned
        )
        members = recipients().filter(
            club=planned.club_id, wants_reminders=True, player__isnull=False
        )
        off = Exists(answers.filter(comes=False))
        mails_add(MailKind.REMINDER, planned.date, members.exclude(off))


def _due(now: datetime) -> list[PlannedEvening]:
    """Return the evenings of which it is time to be reminded."""
    if now.time() < NOT_BEFORE:
        return []
    last = now.date() + BEFORE
    wanted = recipients().filter(club=OuterRef("club"), wants_reminders=True)
    soon = PlannedEvening.objects.filter(
        Exists(wanted), date__gte=now.date(), date__lte=last
    )
    return [one for one in soon.order_by("pk") if now < _begin(one)]


def _begin(planned: PlannedEvening) -> datetime:
    at = planned.starts_at or BEGINS
    return timezone.make_aware(datetime.combine(planned.date, at))


def reminder(mail: Mail) -> Letter | None:
    """Return what a reminder says; None if it is not to be sent any more."""
    member = mail.member
    planned = _planned(mail)
    if planned is None or member.player is None or not member.wants_reminders:
        return None
    own = vars(planned)["own"]
    if own is False or timezone.localtime() >= _begin(planned):
        return None
    day = with_weekday(planned.date)
    where = render_to_string("evening/_when_and_where.txt", {"planned": planned})
    link = address_of(reverse("evening:sign_open", args=[mail.token]))
    lines = [
        gettext("Hello %(name)s,") % {"name": member.player.name},
        "",
        gettext("the next evening of %(club)s is on %(day)s.")
        % {"club": member.club.name, "day": day},
        where.strip(),
        "",
        gettext("You have signed on. If that has changed:")
        if own
        else gettext("Do you come? Each link opens a page with a button:"),
        "",
        *([] if own else [gettext("I come: %(link)s") % {"link": f"{link}?comes=yes"}]),
        gettext("I do not come: %(link)s") % {"link": f"{link}?comes=no"},
        "",
        gettext("The links are yours alone: whoever has them answers for you."),
    ]
    subject = gettext("%(club)s: %(day)s") % {"club": member.club.name, "day": day}
    return Letter(subject, "\n".join(lines))


def _planned(mail: Mail) -> PlannedEvening | None:
    """Return the evening of a reminder, with what its player has answered."""
    member = mail.member
    return planned_of(member.club, member.player).filter(date=mail.day).first()


# Its link -----------------------------------------------------------------------------

SIGN = "mail_sign"
"""Where a session keeps the token of the link that was followed."""


@reads_and_writes
@never_cache
def sign_open(request: HttpRequest, token: str) -> HttpResponse:
    """Lead on from a link; what looks at links by itself changes nothing so."""
    if not Mail.objects.with_links().called(token).exists():
        return link_gone(request)
    return followed(request, SIGN, token, "evening:sign_by_mail")


@reads_and_writes
@never_cache
def sign_by_mail(request: HttpRequest) -> HttpResponse:
    """Show an evening to who was reminded of it; POST signs them on or off."""
    token = token_followed(request, SIGN)
    mail = Mail.objects.with_links().called(token).first()
    if mail is None or mail.kind != MailKind.REMINDER or mail.member.player is None:
        return link_gone(request)
    planned = _planned(mail)
    club = mail.member.club
    is_over = mail.day < day_of_tonight(club)
    answer = request.POST.get("comes")
    if request.method == "POST" and answer in ("yes", "no"):
        if planned is not None and not is_over:
            comes = answer == "yes"
            services.sign_on(planned=planned, player=mail.member.player, comes=comes)
            messages.success(request, thanks(comes=comes))
        request.session[SIGN] = token
        return redirect("evening:sign_by_mail")
    return _page(request, mail, club, planned, is_over=is_over)


def _page(
    request: HttpRequest,
    mail: Mail,
    club: Club,
    planned: PlannedEvening | None,
    *,
    is_over: bool,
) -> HttpResponse:
    own = vars(planned)["own"] if planned is not None else None
    context = {
        "of_club": club,
        "player": mail.member.player,
        "day": mail.day,
        "planned": planned,
        "is_over": is_over,
        "own": own,
        "is_no_first": request.GET.get("comes") == "no",
        "token": mail.token,
    }
    return render(request, "evening/sign_by_mail.html", context)
