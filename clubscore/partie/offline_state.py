"""
The state of a partie that a phone keeps to go on without a signal.

Who sits where in the games to come, where to send them later on, and what to say of
those that wait.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from clubscore.club.initials import withheld_in
from clubscore.partie import engine
from clubscore.partie.access import sender_of
from clubscore.partie.engine import Chronicle
from clubscore.partie.models import Partie
from clubscore.partie.seats import round_name

LATE_MODULES = (
    *(
        "awake",
        "banner",
        "came",
        "cards",
        "conflict",
        "counts",
        "course",
        "device",
        "engine",
        "moves",
        "offline",
        "penalty",
    ),
    *("phone", "queue-notice", "replace", "scores", "templates", "typed"),
    *("value", "why"),
)
"""What the table screen's script loads when it is needed first."""
LAST_WRITES = 20
"""How many writes a page tells its phone about; more games hardly ever wait."""
MOST_COUNTED = 30
"""For so many games that wait there is a sentence; for more, that of the most."""


def ahead_of(chronicle: Chronicle) -> list[dict[str, Any]]:
    """
    Return the states that a partie can come to as plain JSON, the present first.

    Each is called by its round in the reader's language.
    """
    return [
        state.as_json | {"round_name": round_name(state.table)}
        for state in engine.foresight(chronicle)
    ]


def offline_of(request: HttpRequest, partie: Partie) -> dict[str, Any]:
    """Return what the table screen of a partie sends games with, at once or later."""
    address = [partie.club.slug, partie.number]
    screen = reverse("table:record", args=address)
    withheld = withheld_in(partie.club)
    writes = list(
        partie.submissions.order_by("-version").values_list(
            "key",
            "version",
            "revision__author",
            "revision__account",
            "revision__number",
            "revision__entry__game__number",
        )[:LAST_WRITES]
    )
    return {
        "recorded": {key: version for key, version, *_said in writes},
        # The first is what was written last; what was no new game has no number.
        "writes": [
            {
                "version": version,
                "number": game if revision == 1 else None,
                "by": withheld.told(author, account) or by_link(),
            }
            for _key, version, author, account, revision, game in writes
        ],
        "sender": sender_of(request, partie),
        "csrf": get_token(request),
        "addresses": {
            "screen": screen,
            "games": reverse("table:games_post", args=address),
            "token": reverse("table:token", args=address),
            "worker": reverse("table:worker"),
            "login": f"{reverse('club:login')}?next={screen}",
            "files": settings.STATIC_URL,
        },
        # What is asked for later on, and perhaps without a signal.
        "files": [
            *(static(f"sprites/{name}.svg") for name in ("tiles", "bonus")),
            static("css/counts.css"),
            *(static(f"js/table/{name}.js") for name in LATE_MODULES),
        ],
        "words": words(),
    }


def by_link() -> str:
    """Return how somebody is called who writes with the table's link."""
    return gettext("somebody with the table’s link")


def words() -> dict[str, Any]:
    """Return what a phone says of games that wait; what is in braces it fills in."""
    number, name = {"number": "{number}"}, {"name": "{name}"}
    called = {"round": "{round}"}
    return {
        **words_of_troubles(),
        "waiting": [
            ngettext(
                "%(many)d game waits to be sent.",
                "%(many)d games wait to be sent.",
                many,
            )
            % {"many": many}
            for many in range(1, MOST_COUNTED + 1)
        ],
        "behind": [
            ngettext(
                "%(many)d game waits behind it.", "%(many)d games wait behind it.", many
            )
            % {"many": many}
            for many in range(1, MOST_COUNTED + 1)
        ],
        "refused": gettext("Game %(number)s could not be recorded.") % number,
        "came_second": gettext("Your game %(number)s came second.") % number,
        "see_first": gettext("See it"),
        "replace": gettext("Mine is right: replace theirs"),
        "yours": gettext("You had entered: %(game)s.") % {"game": "{game}"},
        "win": gettext("%(name)s wins") % name,
        "unsaid": gettext("won by several or unsaid"),
        "draw": gettext("draw"),
        "penalty": gettext("penalty: %(name)s") % name,
        "game_told": gettext("Game %(number)s: %(game)s")
        % {"number": "{number}", "game": "{game}"},
        "look": gettext("Look at it"),
        "looked_at": gettext("It stands below: correct it and record it again."),
        "looked_at_waiting": gettext(
            "Game %(number)s stands below and is not sent meanwhile. Put it right and"
            " record it again."
        )
        % number,
        "leave_it": gettext("Leave it as it was"),
        "is_east": gettext("%(round)s; %(name)s is East") % (name | called),
        "is_owner": gettext("%(round)s; %(name)s owns the game") % (name | called),
        "rests": gettext("%(name)s rests") % name,
        "asks_winds": gettext(
            "Game %(number)s was entered with: %(played)s. By the rules it would be"
            " now: %(should)s."
        )
        % {**number, "played": "{played}", "should": "{should}"},
        "stays": gettext(
            "Game %(number)s stays as it was played: %(played)s. By the rules it would"
            " be now: %(should)s."
        )
        % {**number, "played": "{played}", "should": "{should}"},
        "turned": gettext(
            "Game %(number)s is recorded as it should have been: %(should)s. It was"
            " entered with: %(played)s."
        )
        % {**number, "played": "{played}", "should": "{should}"},
        "holds_too": [
            ngettext(
                "The choice holds for game %(numbers)s too.",
                "The choice holds for games %(numbers)s too.",
                many,
            )
            % {"numbers": "{numbers}"}
            for many in (1, 2)
        ],
        "recorded": gettext("Game %(number)s is recorded.") % number,
        "read": gettext("Close"),
        "as_played": gettext("As they were played"),
        "as_should": gettext("As they should have been"),
        "nobody_pays": gettext("Nobody pays anybody."),
        "now_rests": gettext("%(name)s rests in it now.") % name,
        "now_over": gettext("The partie is over before it."),
        "now_unclear": gettext("Say who sat East in it."),
        "misfit": gettext("Look at game %(number)s:") % number,
        "throw_away": gettext("Throw game %(number)s away") % number,
        "throw_short": gettext("Throw away"),
        "thrown": gettext("Game %(number)s is thrown away.") % number,
        "undo": gettext("Undo"),
        "too_late": gettext(
            "Game %(number)s was sent before it could be thrown away. Take it back on"
            " its page."
        )
        % number,
        "sent_meanwhile": gettext(
            "Game %(number)s was sent meanwhile as it stood. You can correct it on its"
            " page."
        )
        % number,
        "throw_draft": gettext("Throw it away"),
        "sure": gettext("Really? It is gone then."),
        "yes": gettext("Yes, throw it away"),
        "no": gettext("Keep it"),
        "aside": gettext(
            "What you had entered for game %(number)s is put aside, not lost."
        )
        % number,
        "recorded_by": gettext("Game %(number)s was recorded meanwhile by %(name)s.")
        % {**number, **name},
        "changed_by": gettext("%(name)s recorded or corrected something meanwhile.")
        % name,
        "for_now": gettext("What you entered is for game %(number)s now.") % number,
        "still_for": gettext("What you entered is for game %(number)s.") % number,
        "restored": gettext("What was half entered is here again."),
        "go_on": gettext("Go on with it"),
        "go_on_as": gettext("Go on with it as game %(number)s") % number,
        "other_tab": gettext("This table is open in another tab or window."),
        "other_tab_has": gettext("What you had entered is there as well."),
        "go_on_here": gettext("Go on here"),
        "unkept": gettext(
            "There is no signal, and this phone keeps nothing. Leave this page open and"
            " try again."
        ),
        "away": words_away(),
    }


def words_of_troubles() -> dict[str, Any]:
    """Return what a phone says where nothing can be sent, and what can be done."""
    name = {"name": "{name}"}
    kept = gettext("What waits is kept and sent again.")
    # What collects texts to translate does not look into formatted ones.
    no_answer = gettext("The server does not answer.")
    trouble = gettext("The server cannot take it at the moment.")
    busy = gettext("The server was asked too often; it pauses.")
    return {
        "no_signal": gettext("No signal."),
        "no_signal_go_on": gettext("No signal. Go on: games are kept on this phone."),
        "no_answer": f"{no_answer} {kept}",
        "server": f"{trouble} {kept}",
        "busy": f"{busy} {kept}",
        "portal": gettext(
            "Something else answered in the server’s place, perhaps the page on which"
            " one logs in to this network. What waits is kept and sent again."
        ),
        "csrf": gettext(
            "The server does not trust this page any more. Load it again; if that does"
            " not help, let this site keep cookies. What waits is kept."
        ),
        "reload": gettext("Load it again"),
        "try_now": gettext("Try now"),
        "logged_out": gettext(
            "Nothing can be sent: you are logged out here, or the table’s link is not"
            " valid any more."
        ),
        "log_in": gettext("Log in"),
        "theirs": gettext("Recorded by %(name)s.") % name,
        "theirs_by_link": gettext("Recorded with the table’s link."),
        "you_are": gettext("Now %(name)s is logged in here.") % name,
        "you_are_by_link": gettext("Now nobody is logged in here."),
        "may_not": gettext("%(name)s may not record at this table.") % name,
        "send_as": gettext("Send as %(name)s") % name,
        "send_by_link": gettext("Send with the table’s link"),
        "keep_waiting": gettext("Keep waiting"),
        "waits_for": gettext("Kept until %(name)s logs in here.") % name,
        "waits_for_link": gettext(
            "Kept until this phone opens the table’s link and nobody is logged in."
        ),
    }


def words_away() -> dict[str, str]:
    """Return what other pages than the table's say of games that wait."""
    number = {"number": "{number}"}
    return {
        "says": gettext("Games wait on this phone to be sent."),
        "open": gettext("Open the table"),
        "theirs": gettext("Whoever recorded them has to log in here."),
        "refused": gettext("Game %(number)s could not be recorded.") % number,
        "waits": gettext("Game %(number)s waits.") % number,
        "yours": gettext("You had entered: %(game)s.") % {"game": "{game}"},
        "try_again": gettext("Try again"),
        "log_in": gettext("Log in"),
        "throw_away": gettext("Throw game %(number)s away") % number,
        "thrown": gettext("Game %(number)s is thrown away.") % number,
        "undo": gettext("Undo"),
        "show": gettext("Show what waits"),
    }
