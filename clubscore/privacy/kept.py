"""The page that says what is kept of people, as this installation is set."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from clubscore.archive.transfer.uploads import FILE_KEPT
from clubscore.club.journal import ADDRESS_KEPT
from clubscore.club.login import CLUBS_REMEMBERED, KNOWN_FOR, REMEMBERED
from clubscore.club.own_books import DRAFT_KEPT
from clubscore.privacy.retention import INVITATION_KEPT, MAIL_KEPT
from clubscore.sheets.models import KEPT_FOR


@dataclass(frozen=True, slots=True)
class Kept:
    """Something that is kept of people, in sentences."""

    name: str
    what: str
    why: str
    how_long: str
    who_sees: str


@require_safe
def kept(request: HttpRequest) -> HttpResponse:
    """Say what is kept of people, why, for how long, and who sees it."""
    context = {
        "operator": settings.OPERATOR,
        "kept": [
            *_of_players(),
            *_of_accounts(),
            *(_of_mail() if settings.HAS_MAIL else ()),
            *_of_machines(),
        ],
    }
    return render(request, "privacy/kept.html", context)


def _of_players() -> list[Kept]:
    as_long_as_the_club = gettext("As long as the club is here.")
    return [
        Kept(
            gettext("Players and results"),
            gettext(
                "The name somebody plays under, and what they played: tables, games,"
                " hands, scores, places, ratings and statistics."
            ),
            gettext("It is what a club keeps score for."),
            gettext(
                "As long as the club is here. Nothing is overwritten: a correction"
                " keeps what stood before."
            ),
            gettext(
                "Everybody if the club is public, its members otherwise. Whoever asks"
                " an administrator of the club is shown by initials alone."
            ),
        ),
        Kept(
            gettext("Who wrote what"),
            gettext(
                "With each game, correction and remark: when it was written, and by"
                " whom."
            ),
            gettext("So that a doubt can be settled later."),
            as_long_as_the_club,
            gettext("Whoever may see the partie."),
        ),
        Kept(
            gettext("Coming to an evening"),
            gettext("Who signed on or off, and who was there."),
            gettext("Tables are set up by it; in some seasons attendance counts."),
            as_long_as_the_club,
            gettext(
                "Members of the club; that somebody was there, whoever sees results."
            ),
        ),
    ]


def _of_accounts() -> list[Kept]:
    days = ADDRESS_KEPT.days
    return [
        Kept(
            gettext("Account"),
            gettext(
                "A name to log in with, and another name or an e-mail address where"
                " one was given; the roles in clubs; marks of the password and of"
                " recovery codes, from which nobody can read them; the public halves"
                " of passkeys; the secret of an app with codes, sealed."
            ),
            gettext("So that only those write who may."),
            gettext(
                "Until you close it. Where something was recorded with it, a number"
                " without a name stays in its place: the history of games refers to it."
            ),
            gettext(
                "Administrators see the names of their club’s members; whoever runs"
                " this site sees the rest."
            ),
        ),
        Kept(
            gettext("Where somebody is logged in"),
            gettext("Which browser, from which address of the network, and when."),
            gettext("So that you can end what is not yours."),
            ngettext(
                "%(many)d day after the browser was seen last.",
                "%(many)d days after the browser was seen last.",
                days,
            )
            % {"many": days},
            gettext("The account alone."),
        ),
        Kept(
            gettext("Journal"),
            gettext(
                "Who logged in or failed to, who changed roles, links, files and"
                " settings, and who downloaded a season: when, and from which address"
                " of the network."
            ),
            gettext("So that misuse is noticed."),
            ngettext(
                "Addresses and failed logins for %(many)d day, the rest as long as the"
                " club is here.",
                "Addresses and failed logins for %(many)d days, the rest as long as"
                " the club is here.",
                days,
            )
            % {"many": days},
            gettext("Administrators of the club, and whoever runs this site."),
        ),
        Kept(
            gettext("Attempts"),
            gettext(
                "Who tried to log in, to make an account, to start a club or to confirm"
                " an address, and how often other programs asked: from which network."
            ),
            gettext("So that nobody can guess passwords without end."),
            gettext(
                "%(login)d minutes; for a club %(club)d minutes. What counts no more is"
                " deleted every night."
            )
            % {"login": _minutes(REMEMBERED), "club": _minutes(CLUBS_REMEMBERED)},
            gettext("Nobody."),
        ),
        Kept(
            gettext("Invitations"),
            gettext("Who invited to a club, and who came."),
            gettext("So that only those join who are asked."),
            ngettext(
                "Unused ones for %(many)d day.",
                "Unused ones for %(many)d days.",
                INVITATION_KEPT.days,
            )
            % {"many": INVITATION_KEPT.days},
            gettext("Administrators of the club."),
        ),
        Kept(
            gettext("A club’s file that was sent in"),
            gettext("All that stands in it of people, until a club is made of it."),
            gettext("So that a club can move here from another installation."),
            ngettext(
                "If no club is made of it, %(many)d day.",
                "If no club is made of it, %(many)d days.",
                FILE_KEPT.days,
            )
            % {"many": FILE_KEPT.days},
            gettext("Whoever sent it, and whoever runs this site."),
        ),
        Kept(
            gettext("Drafts"),
            gettext(
                "What of a club’s own rule book is not published, and plans that nobody"
                " has used."
            ),
            gettext("So that work on them can go on."),
            ngettext(
                "%(many)d day after they were changed last; a plan for a day to come"
                " until then.",
                "%(many)d days after they were changed last; a plan for a day to come"
                " until then.",
                DRAFT_KEPT.days,
            )
            % {"many": DRAFT_KEPT.days},
            gettext(
                "Of rule books administrators of the club, of plans whoever starts"
                " parties."
            ),
        ),
        Kept(
            gettext("Documents"),
            gettext("Sheets, reports and other PDFs that were made."),
            gettext("So that none is made twice."),
            ngettext(
                "%(many)d day after somebody fetched them last.",
                "%(many)d days after somebody fetched them last.",
                KEPT_FOR.days,
            )
            % {"many": KEPT_FOR.days},
            gettext("Whoever sees what is on them."),
        ),
    ]


def _of_mail() -> list[Kept]:
    return [
        Kept(
            gettext("Mail"),
            gettext(
                "Which mail somebody has asked for and in which language, and who was"
                " sent a reminder or results of which evening."
            ),
            gettext("So that it comes once, and to those alone who want it."),
            ngettext(
                "The choice until it is changed; that a mail was sent, %(many)d day.",
                "The choice until it is changed; that a mail was sent, %(many)d days.",
                MAIL_KEPT.days,
            )
            % {"many": MAIL_KEPT.days},
            gettext(
                "The account, whoever runs this site, and the mail server that it"
                " sends by. Whoever has a mail can use the link in it."
            ),
        ),
    ]


def _of_machines() -> list[Kept]:
    log = (
        gettext("Errors, logins and every page asked for, with the network’s address.")
        if settings.LOG_REQUESTS
        else gettext("Errors and logins, with the network’s address.")
    )
    return [
        Kept(
            gettext("Log of the server"),
            log,
            gettext("So that faults and attacks are found."),
            gettext("As long as whoever runs this site keeps its log."),
            gettext("Whoever runs this site."),
        ),
        Kept(
            gettext("Backups"),
            gettext("A copy of all that stands here."),
            gettext("So that no result is lost with a machine."),
            gettext(
                "The last ones of %(days)d days, %(weeks)d weeks and %(months)d months."
            )
            % {
                "days": settings.BACKUP_DAYS,
                "weeks": settings.BACKUP_WEEKS,
                "months": settings.BACKUP_MONTHS,
            },
            gettext("Whoever runs this site."),
        ),
        Kept(
            gettext("In your browser"),
            gettext(
                "Cookies: that you are logged in, that you have been here before, a"
                " protection of forms, your language and appearance. At a table also"
                " what you enter, games that wait for a signal, the screen itself, and"
                " what counts without a signal."
            ),
            gettext("Nothing here works without; nothing of it follows anybody."),
            ngettext(
                "The login for %(many)d day, your choices for a year, that you have"
                " been here for %(known)d days, what you enter until it is recorded or"
                " thrown away.",
                "The login for %(many)d days, your choices for a year, that you have"
                " been here for %(known)d days, what you enter until it is recorded or"
                " thrown away.",
                _days(settings.SESSION_COOKIE_AGE),
            )
            % {"many": _days(settings.SESSION_COOKIE_AGE), "known": KNOWN_FOR.days},
            gettext("Whoever uses this browser."),
        ),
    ]


def _minutes(span: timedelta) -> int:
    return int(span.total_seconds() // 60)


def _days(seconds: int) -> int:
    return seconds // (24 * 60 * 60)
