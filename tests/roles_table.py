"""
Who gets what answer at every address: the table that tests of all addresses walk.

A new address needs a line in PAGES; `tests.test_roles` fails without one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from string import Template as StringTemplate
from typing import Any

from clubscore.club import engine
from tests.roles_scene import PROGRAMS, ROLES

# What each kind of page answers -----------------------------------------------------

ANSWERS = {
    "ok": "what was asked for",
    "told": "a page that says why there is nothing to do, or 409 or 422",
    "login": "a way to log in",
    "token": "401",
    "no": "403",
    "gone": "404",
}


@dataclass(frozen=True)
class Kind:
    """What a kind of page answers, to each of ROLES."""

    public: tuple[str, ...]
    private: tuple[str, ...]


def kind(public: str, private: str | None = None) -> Kind:
    """
    Read what a kind of page answers in a public and in a private club.

    Where programs are not named a page does not know them: they are anybody.
    """
    rows = tuple(public.split()), tuple((private or public).split())
    programs = len(PROGRAMS)
    if len(rows[0]) == len(ROLES) - programs:
        rows = rows[0] + rows[0][:1] * programs, rows[1] + rows[1][:1] * programs
    assert {len(row) for row in rows} == {len(ROLES)}
    assert {word for row in rows for word in row} <= ANSWERS.keys()
    return Kind(*rows)


# fmt: off
KINDS = {
    #               anon  outs  memb  play  keep  admi  supe  stra  link  other link
    "ALL":    kind("ok    ok    ok    ok    ok    ok    ok    ok    ok    ok"),
    "OWN":    kind("login ok    ok    ok    ok    ok    ok    ok    login login"),
    # Whoever cannot prove who they are is led back to where one logs in.
    "PROVE":  kind("login login login login login login login login login login"),
    # Superusers alone have a passkey, and so a use for recovery codes.
    "CODES":  kind("login told  told  told  told  told  ok    told  login login"),
    "MINE":   kind("login gone  gone  gone  gone  gone  ok    gone  login login"),
    # Who runs a club or the site alone is told what to do first.
    "CLOSE":  kind("login ok    ok    ok    ok    told  told  ok    login login"),
    "STAFF":  kind("login login login login login login ok    login login login"),
    "STAFF/IN":
              kind("login no    no    no    no    no    ok    no    login login"),
    "JOIN":   kind("ok    ok    told  told  told  told  ok    ok    ok    ok"),
    "MAKE":   kind("login no    no    no    no    no    ok    no    login login"),

    # Who is a player says whether they come.
    "COME":   kind("login no    no    ok    no    no    no    no    login login",
                   "login gone  no    ok    no    no    no    gone  login login"),

    "READ":   kind("ok    ok    ok    ok    ok    ok    ok    ok    ok    ok",
                   "gone  gone  ok    ok    ok    ok    ok    gone  gone  gone"),
    "TABLE":  kind("ok    ok    ok    ok    ok    ok    ok    ok    ok    ok",
                   "gone  gone  ok    ok    ok    ok    ok    gone  ok    gone"),
    "RECORD": kind("login no    no    ok    ok    ok    ok    no    ok    login",
                   "gone  gone  no    ok    ok    ok    ok    gone  ok    gone"),
    # Who writes with the link: nobody else is asked.
    "WRITE":  kind("login no    no    no    no    no    no    no    ok    login",
                   "gone  gone  no    no    no    no    no    gone  ok    gone"),
    # Who gets a table's link also sees whether there is one.
    "LINK":   kind("login no    no    ok    ok    ok    ok    no    ok    login",
                   "gone  gone  no    ok    ok    ok    ok    gone  ok    gone"),
    # New seats from the next game on, while there is one.
    "SEAT":   kind("login no    no    ok    ok    ok    ok    no    ok    login",
                   "gone  gone  no    ok    ok    ok    ok    gone  ok    gone"),
    "SIT":    kind("login no    no    ok    ok    ok    ok    no    login login",
                   "gone  gone  no    ok    ok    ok    ok    gone  login gone"),
    "KEEP":   kind("login no    no    no    ok    ok    ok    no    login login",
                   "gone  gone  no    no    ok    ok    ok    gone  login gone"),
    "HEAD":   kind("login no    no    no    no    ok    ok    no    login login",
                   "gone  gone  no    no    no    ok    ok    gone  login gone"),
    "START":  kind("login no    no    no    ok    ok    ok    no    login login",
                   "login gone  no    no    ok    ok    ok    gone  login login"),
    "SET_UP": kind("login no    no    no    ok    ok    ok    no    login login",
                   "gone  gone  no    no    ok    ok    ok    gone  login gone"),
    "RUN":    kind("login no    no    no    no    ok    ok    no    login login",
                   "login gone  no    no    no    ok    ok    gone  login login"),
    # What a player asks for, or an administrator for them.
    "SELF":   kind("login no    no    ok    no    ok    ok    no    login login",
                   "login gone  no    ok    no    ok    ok    gone  login login"),
    # A phone that sends what it has kept is told as data, and strangers nothing.
    "COUNT":  kind("no    no    no    ok    ok    ok    ok    no    ok    no",
                   "gone  gone  no    ok    ok    ok    ok    gone  ok    gone"),
    "COUNT/SIT":
              kind("no    no    no    ok    ok    ok    ok    no    no    no",
                   "gone  gone  no    ok    ok    ok    ok    gone  no    gone"),
    "COUNT/HEAD":
              kind("no    no    no    no    no    ok    ok    no    no    no",
                   "gone  gone  no    no    no    ok    ok    gone  no    gone"),
    "SEND":   kind("no    no    no    ok    ok    ok    ok    no    ok    no",
                   "no    gone  no    ok    ok    ok    ok    gone  ok    no"),
    "SEND/SIT":
              kind("no    no    no    ok    ok    ok    ok    no    no    no",
                   "no    gone  no    ok    ok    ok    ok    gone  no    no"),
    "SEND/HEAD":
              kind("no    no    no    no    no    ok    ok    no    no    no",
                   "no    gone  no    no    no    ok    ok    gone  no    no"),

    # Other programs come with a token; who is logged in beside it does not matter. The
    # last four are a member's, a scorekeeper's, an administrator's, and one of another
    # club.
    "ASK":
      kind("ok    ok    ok    ok    ok    ok    ok    ok    ok    ok    ok ok ok ok",
           "gone  gone  gone  gone  gone  gone  gone  gone  gone  gone  ok ok ok gone"),
    "TELL":
      kind("token token token token token token token token token token no ok ok no",
           "token token token token token token token token token token no ok ok gone"),
    "AMEND":
      kind("token token token token token token token token token token no ok ok no",
           "token token token token token token token token token token no ok ok gone"),
    "RULE":
      kind("token token token token token token token token token token no no ok no",
           "token token token token token token token token token token no no ok gone"),
    "EXPORT":
      kind("token no    no    no    no    ok    ok    no    token token no no ok no",
           "token gone  no    no    no    ok    ok    gone  token token no no ok gone"),
    "NOTHING":
       kind("gone  gone  gone  gone  gone  gone  gone  gone  gone  gone"),
}
# fmt: on

# The addresses ----------------------------------------------------------------------

PAGES = """
/                                            GET=ALL
/admin/                                      GET,POST,PUT,PATCH,DELETE,OPTIONS=STAFF
/admin/login/                                GET=STAFF/IN
/healthz                                     GET=ALL
/metrics                                     GET=NOTHING
/readyz                                      GET=ALL
/play/                                       GET,POST=ALL  sends=family
/t/<token>/                                  GET=ALL  token=link
/accounts/login/                             GET,POST=ALL
/accounts/login/code/                        GET,POST=OWN  asks=code
/accounts/login/passkey/                     POST=PROVE  asks=credential
/accounts/login/passkey/options/             POST=ALL
/accounts/logging-in/                        GET=OWN
/accounts/passkeys/                          POST=OWN  asks=credential
/accounts/passkeys/options/                  POST=OWN
/accounts/passkeys/<pk>/                     GET,POST=MINE  sends=player  pk=passkey_pk
/accounts/passkeys/<pk>/remove/              GET,POST=MINE  sends=nothing  pk=passkey_pk
/accounts/confirm/                           GET,POST=OWN  asks=password
/accounts/code-app/                          GET,POST=OWN  asks=code
/accounts/code-app/remove/                   GET,POST=OWN  sends=nothing
/accounts/recovery-codes/                    GET=OWN  POST=CODES  sends=nothing
/accounts/logout/                            POST=ALL
/accounts/password/                          GET,POST=OWN  sends=password
/accounts/password/new/<uidb64>/<token>/     GET,POST=ALL  token=reset
/accounts/sessions/                          GET,POST=OWN  sends=others
/accounts/data/                              GET=OWN
/accounts/data.json                          GET=OWN
/accounts/close/                             GET=OWN  POST=CLOSE  sends=close
/accounts/display/                           POST=ALL  asks=nothing
/accounts/clubs/new/                         GET,POST=MAKE  sends=club
/accounts/clubs/read/                        GET,POST=MAKE  asks=nothing
/accounts/mail/                              GET,POST=OWN  sends=mail
/accounts/mail/address/                      GET,POST=NOTHING
/accounts/mail/address/<token>/              GET,POST=ALL  token=mail_address
/accounts/mail/stop/                         GET,POST=NOTHING
/accounts/mail/stop/<token>/                 GET,POST=ALL  sends=nothing
  token=mail_stop
/accounts/mail/evening/                      GET,POST=NOTHING
/accounts/mail/evening/<token>/              GET,POST=ALL  token=mail_evening
/accounts/evenings/                          GET,POST=NOTHING
/accounts/evenings/<token>/                  GET,POST=ALL  token=own_evenings
/.well-known/security.txt                    GET=NOTHING
/robots.txt                                  GET=ALL
/privacy/                                    GET=ALL
/help/                                       GET=ALL
/help/<task>/                                GET=ALL
/help/card.pdf                               GET=ALL
/accounts/invitations/                       GET,POST=NOTHING  sends=new
/accounts/invitations/<token>/               GET=ALL  POST=JOIN  sends=new  token=invite
/sw.js                                       GET=ALL
/offline.html                                GET=ALL
/manifest.json                               GET=ALL
/start.html                                  GET=ALL
/engine.json/<ruleset>/                      GET=ALL
/words.json/<language>/<ruleset>/            GET=ALL

/api/v1/                                GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS=NOTHING
/api/v1/^                               GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS=NOTHING
/api/v1/openapi.json                         GET,HEAD=ALL
/api/v1/score/                               POST=ALL  asks=hand
/api/v1/clubs/<club>/                        GET=ASK
/api/v1/clubs/<club>/seasons/<season>/standings/  GET=ASK
/api/v1/clubs/<club>/export/                 GET=EXPORT
/api/v1/clubs/<club>/parties/                POST=TELL  sends=new_partie
/api/v1/parties/<pk>/                        GET=ASK  pk=partie_pk
/api/v1/parties/<pk>/games/                  POST=TELL  pk=partie_pk  sends=new_game
  over=POST
/api/v1/parties/<pk>/games/<number>/   PUT=AMEND  pk=partie_pk  number=game  sends=anew
  void=PUT
/api/v1/parties/<pk>/games/<number>/   PUT=TELL  pk=partie_pk  number=last  sends=anew
  void=PUT
/api/v1/parties/<pk>/games/<number>/revisions/   GET=ASK  pk=partie_pk  number=game
/api/v1/parties/<pk>/bookings/               POST=AMEND  pk=partie_pk  sends=booking
  void=POST
/api/v1/parties/<pk>/notes/   GET=ASK  POST=TELL  pk=partie_pk  sends=note
  void=POST

/<club>/                                     GET=READ
/<club>/leaderboard/                         GET=READ
/<club>/players/                             GET=READ
/<club>/evenings/                            GET=READ
/<club>/seasons/                             GET=READ
/<club>/calendar.ics                         GET=READ
/<club>/embed/leaderboard/                   GET=READ
/<club>/embed/last/                          GET=READ
/<club>/embed/colours.css                    GET=READ
/<club>/feed.atom                            GET=READ
/<club>/settings/website/                    GET=RUN
/<club>/settings/checklist/                  POST=RUN  sends=nothing
/<club>/seasons/<season>/                    GET=READ
/<club>/seasons/<season>.csv                 GET=READ
/<club>/seasons/<season>.xlsx                GET=READ
/<club>/players/<player>/                    GET=READ
/<club>/players/<player>/initials/           GET,POST=RUN  sends=withhold
/<club>/players/<player>/initials/           GET,POST=SELF  sends=withhold
  player=own_player
/<club>/keep/                                GET,POST=NOTHING
/<club>/statistics/                          GET=READ
/<club>/records/                             GET=READ
/<club>/ratings/                             GET=READ
/<club>/ratings.csv                          GET=READ
/<club>/ratings/calibration/                 GET=READ
/<club>/ratings/calibration.csv              GET=READ
/<club>/rules/                               GET=READ
/<club>/rules/<ruleset>/                     GET=READ
/<club>/wall/                                GET=READ
/<club>/live/                                GET=READ
/<club>/evenings/<day>/                      GET=READ
/<club>/evenings/<day>/sign/                 POST=COME  sends=come
/<club>/evenings/<day>/here/                 POST=START  sends=here
/<club>/evenings/<day>/guests/               POST=START  sends=guests
/<club>/evenings/<day>/tables/               GET,POST=START  sends=tables
/<club>/evenings/<day>/settle/               GET=READ
/<club>/evenings/<day>/links/                GET=START
/<club>/evenings/<day>/pack.pdf              GET=START
/<club>/plans/                               GET=READ
/<club>/plans/new/                           GET,POST=START  sends=new_plan
/<club>/plans/<plan>/                        GET=READ  POST=START  sends=again
/<club>/plans/<plan>/change/                 GET,POST=START  sends=plan_change
/<club>/plans/<plan>/plan.csv                GET=READ
/<club>/plans/<plan>/plan.pdf                GET=READ
/<club>/plans/<plan>/slips.pdf               GET=READ
/<club>/tournaments/new/                     GET,POST=RUN  sends=new_tournament
/<club>/tournaments/<plan>/                  GET=READ  POST=START  sends=clock
  plan=tournament
/<club>/rules/<ruleset>.pdf                  GET=READ
/<club>/sheet.pdf                            GET=READ
/<club>/parties/<number>/sheet.pdf           GET=TABLE
/<club>/parties/<number>/report.pdf          GET=TABLE
/<club>/seasons/<season>.pdf                 GET=READ
/<club>/players/<player>/<year>.pdf          GET=READ
/<club>/players/<player>/seasons/<season>.pdf  GET=READ
/<club>/records/<kind>/<player>.pdf          GET=READ
/<club>/records/limit-hands/<number>/<game>/<player>.pdf  GET=READ

/<club>/parties/new/                         GET,POST=START  sends=partie
/<club>/parties/<number>/                    GET=TABLE
/<club>/parties/<number>/games/<game>/       GET=TABLE
/<club>/parties/<number>/wall/               GET=TABLE
/<club>/parties/<number>/record/             GET=RECORD  over=GET
/<club>/parties/<number>/record/typed/       GET,POST=RECORD  sends=draw  over=GET,POST
/<club>/parties/<number>/preview/            POST=COUNT  asks=game  over=POST
/<club>/parties/<number>/games/<game>/recorded/  GET=RECORD
/<club>/parties/<number>/games/<game>/agree/     POST=RECORD  sends=agree  void=POST
/<club>/parties/<number>/revisions/          GET=TABLE
/<club>/parties/<number>/count/              GET=TABLE
/<club>/parties/<number>/settle/             GET=TABLE
/<club>/parties/<number>/house-rules/        GET,POST=SET_UP
/<club>/parties/<number>/bookings/new/       GET,POST=KEEP  sends=book  void=GET,POST
/<club>/parties/<number>/notes/new/          GET,POST=RECORD  sends=write_note
  void=GET,POST
/<club>/parties/<number>/substitute/         GET,POST=RECORD  sends=substitute
  over=GET,POST
/<club>/parties/<number>/paper/              GET,POST=RECORD  sends=paper  over=GET,POST
/<club>/parties/<number>/games/              POST=SEND  sends=game  over=POST
/<club>/parties/<number>/token/              GET=SEND
/<club>/parties/<number>/who/                GET,POST=WRITE  asks=me
/<club>/parties/<number>/link/               GET=LINK  POST=SET_UP  sends=renew
  over=POST
/<club>/parties/<number>/games/<game>/correct/   GET,POST=KEEP  sends=said
  void=GET,POST
/<club>/parties/<number>/games/<game>/correct/   GET,POST=RECORD  sends=said
  void=GET,POST
  game=last
/<club>/parties/<number>/games/<game>/correct/typed/  GET=KEEP  void=GET
/<club>/parties/<number>/games/<game>/correct/typed/  GET=RECORD  void=GET  game=last
/<club>/parties/<number>/games/<game>/correct/scores/  GET,POST=KEEP  asks=scores
  shows=record  void=GET,POST  game=typed
/<club>/parties/<number>/games/<game>/correct/scores/  GET,POST=RECORD  asks=scores
  shows=record  void=GET,POST  game=last
/<club>/parties/<number>/games/<game>/withdraw/  GET,POST=KEEP  sends=yes  void=GET,POST
/<club>/parties/<number>/games/<game>/withdraw/  GET,POST=RECORD  sends=yes
  void=GET,POST
  game=last
/<club>/parties/<number>/entries/<place>/withdraw/  GET,POST=KEEP  sends=unbook
  void=GET,POST
/<club>/parties/<number>/reseat/             GET=SEAT  POST=KEEP  sends=earlier_seats
  void=GET,POST
/<club>/parties/<number>/reseat/             GET=SEAT  POST=RECORD  sends=next_seats
  over=POST  void=GET
/<club>/parties/<number>/undo/               POST=RECORD  sends=write
/<club>/parties/<number>/end/                GET,POST=RECORD  sends=why  over=GET,POST
/<club>/parties/<number>/void/               GET,POST=HEAD  sends=why  void=GET,POST

/<club>/settings/                            GET,POST=RUN  sends=settings
/<club>/settings/players/                    GET,POST=RUN  sends=player
/<club>/settings/players/paste/              GET,POST=RUN  sends=pasted
/<club>/settings/players/<pk>/               GET,POST=RUN  sends=player  pk=player_pk
/<club>/settings/players/<pk>/merge/         GET,POST=RUN  sends=merge  pk=free_0
/<club>/settings/players/<pk>/part/          GET,POST=RUN  sends=nothing  pk=merged_pk
/<club>/settings/players/<pk>/data/          GET=RUN  pk=player_pk
/<club>/settings/players/<pk>/data.json      GET=RUN  pk=player_pk
/<club>/settings/players/<pk>/close/         GET,POST=RUN  sends=only_results
  pk=player_pk
/<club>/settings/seasons/                    GET=RUN
/<club>/settings/seasons/new/                GET,POST=RUN  sends=season
/<club>/settings/seasons/<pk>/               GET,POST=RUN  sends=season  pk=season_pk
/<club>/settings/seasons/<pk>/method/        GET,POST=RUN  sends=method  pk=season_pk
/<club>/settings/evenings/                   GET,POST=RUN  sends=plan
/<club>/settings/evenings/<pk>/              GET,POST=RUN  sends=planned  pk=planned_pk
/<club>/settings/evenings/links/             GET,POST=RUN  sends=nothing
/<club>/settings/evenings/links/<pk>/        GET,POST=RUN  sends=withdraw  pk=player_pk
/<club>/settings/books/                      GET,POST=RUN  sends=own_book
/<club>/settings/books/<pk>/                 GET,POST=RUN  sends=own_book_name
  pk=own_book_pk
/<club>/settings/books/<pk>/count/           POST=RUN  asks=own_book_name
  pk=own_book_pk
/<club>/settings/books/<pk>/offer/           POST=RUN  sends=nothing  pk=own_book_pk
/<club>/settings/books/<pk>/book.json        GET=RUN  pk=own_book_pk
/<club>/settings/books/<pk>/last-season/     GET,POST=RUN  asks=nothing  pk=own_book_pk
/<club>/settings/books/copy/                 POST=RUN  asks=nothing
/<club>/settings/books/upload/               POST=RUN  asks=nothing
/<club>/settings/people/                     GET,POST=RUN  sends=account
/<club>/settings/people/<pk>/                GET,POST=RUN  sends=member  pk=member_pk
/<club>/settings/people/<pk>/remove/         GET,POST=RUN  sends=nothing  pk=member_pk
/<club>/settings/people/<pk>/password/       GET,POST=RUN  asks=nothing  shows=link
  pk=member_pk
/<club>/settings/people/<pk>/second-factor/  GET,POST=RUN  sends=nothing  pk=member_pk
/<club>/settings/people/invitations/         GET,POST=RUN  sends=invitation
/<club>/settings/people/invitations/<pk>/revoke/  POST=RUN  sends=nothing  pk=invited
/<club>/settings/export/                     GET=RUN
/<club>/settings/export/club.json            GET=RUN
/<club>/settings/export/club.json.gz         GET=RUN
/<club>/settings/import/                     GET,POST=RUN  sends=past
/<club>/settings/import/example.csv          GET=RUN
/<club>/settings/import/<key>/               GET,POST=RUN  sends=reason  key=import_key
/<club>/settings/journal/                    GET=RUN
/<club>/settings/programs/                   GET,POST=RUN  sends=program
/<club>/settings/programs/<pk>/revoke/       GET,POST=RUN  sends=nothing  pk=token_pk
"""
"""
An address, who may do what with it, and what is sent there so that it writes (`sends`)
or only answers (`asks`), with what the page then shows (`shows`). By the methods of
`over` nothing can be done once the partie is over, by those of `void` once it is void.
The rest is what of the scene stands in the address where it is not called as the
parameter is. A line that is indented goes on with the one above.
"""

# How it changes when the partie does ------------------------------------------------


@dataclass(frozen=True)
class State:
    """What becomes of a partie, and who then gets another kind of answer."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    """Which kind takes the place of another."""
    idle: tuple[str, ...] = ()
    """Whether it is over, or void too."""
    roles: tuple[str, ...] = (
        *("outsider", "member", "player", "scorekeeper", "administrator", "link"),
        *PROGRAMS,
    )
    """Who is asked: those to whom it may make a difference, and an outsider."""


AFTER_THE_END = {
    "RECORD": "SIT",
    "COUNT": "COUNT/SIT",
    "SEND": "SEND/SIT",
    "LINK": "SIT",
    "SEAT": "KEEP",
}
ADMINISTRATORS_ONLY = {
    "RECORD": "HEAD",
    "COUNT": "COUNT/HEAD",
    "SEND": "SEND/HEAD",
    "KEEP": "HEAD",
    "SEAT": "HEAD",
    "TELL": "RULE",
    "AMEND": "RULE",
    "LINK": "SET_UP",
}

STATES = {
    # The club lets administrators alone correct earlier games.
    "strict": State({"KEEP": "HEAD", "AMEND": "RULE"}),
    # Somebody at a screen of their own ended it: the link of the table has died.
    "finished": State(AFTER_THE_END, ("over",)),
    # Who ended it with the link can say that it was wrong.
    "ended_by_link": State({"SEAT": "KEEP"}, ("over",), roles=("link",)),
    # Who opened the link when it was over may read.
    "late_link": State(AFTER_THE_END, ("over",), roles=("link",)),
    "final": State(ADMINISTRATORS_ONLY, ("over",)),
    "void": State(ADMINISTRATORS_ONLY, ("void",)),
}

# What is sent -----------------------------------------------------------------------

Body = Mapping[str, str] | str

WRITE = {"version": "{version}", "key": "a-new-key"}
CONFIRM = WRITE | {"reason": "time", "action": "confirm", "winds": "played"}
SAID = '{{"hands": {{}}, "outcome": {{"kind": "draw"}}, "remark": "late"}}'
FOUR = {f"player_{place}": f"{{player_{place}}}" for place in range(4)}
TYPED_LINE = {"lines": "1", "line-1-key": "a-line", "line-1-winner": "-"}
NEXT_FOUR = {f"at_{{free_{place}}}": "1" for place in range(4)}
BY_BOOK = {"ruleset": "nts", "chips": "notepad"}
PLANNED = {"names": "Anna, Ben, Cleo, Dirk", "sittings": "1", "sizes": "4"}
CLUB = {"name": "Bamboe", "slug": "bamboe", "is_public": "no"}
NEW = "bamboo and pearls"
SEASON = {
    f"rule_{rule.key}": str(rule.default) for rule in engine.house_rules("nts")
} | {"name": "Next", "starts_on": "2026-01-01", "ends_on": "", "shown": "nts"}

BODIES: dict[str, Body] = {
    # Forms.
    "nothing": {},
    "family": {f"name_{place}": name for place, name in enumerate("ABCD")} | BY_BOOK,
    "password": {"old_password": "tiles", "new_password1": NEW, "new_password2": NEW},
    "close": {"names": "initials", "password": "tiles"},
    "only_results": {"names": "initials"},
    "code": {"code": "123456"},
    "credential": {"credential": "{{}}"},
    "new": {"username": "eva", "password1": NEW, "password2": NEW},
    "others": {"action": "others"},
    "club": CLUB,
    "mail": {"action": "save", "email": "", "language": "de"},
    "settings": CLUB
    | {"correctors": "scorekeepers", "final_after": "48", "fewest_parties": "10"},
    "player": {"name": "Ida"},
    "pasted": {"action": "add", "name": "Ida"},
    "withhold": {"action": "withhold"},
    "merge": {"into": "{player_0}"},
    "season": SEASON | {"ruleset": "nts"},
    "method": {
        "action": "save",
        "giving.kind": "table_points",
        "substitutes": "nobody",
    },
    "own_book": {"base": "nts", "name": "Bamboe 2027"},
    "own_book_name": {"name": "Bamboe 2028", "version": "0"},
    "member": {"role": "scorekeeper", "player": ""},
    "account": {"role": "scorekeeper", "player": "", "account": "otto"},
    "invitation": {"role": "scorekeeper", "player": "", "days": "7"},
    "past": {
        "action": "import",
        "key": "a-new-key",
        "text": "2020-02-01;;Anna;10;Ben;-10;Cleo;0;Dirk;0",
    },
    "reason": {"reason": "time"},
    "program": {"name": "Tablet", "role": "scorekeeper"},
    "partie": FOUR | BY_BOOK | {"season": "{season_pk}", "seats_by": "table"},
    "here": {"was_{player_0}": "", "here_{player_0}": "on"},
    "come": {"comes": "yes"},
    "plan": {"first": "{next_year}-01-05", "every": "0", "starts_at": "19:30"},
    "planned": {"place": "upstairs"},
    "withdraw": {"action": "withdraw"},
    "guests": {"names": "Ida, Jan"},
    "tables": NEXT_FOUR | BY_BOOK | {"season": "{season_pk}", "action": "start"},
    "new_plan": PLANNED | {"season": "{season_pk}", "action": "plan"},
    "again": {"version": "1", "action": "again"},
    "plan_change": PLANNED | {"action": "plan"},
    "new_tournament": PLANNED
    | {
        "action": "open",
        "name": "Open",
        "starts_on": "{day}",
        "ruleset": "nts",
        "minutes": "90",
    },
    "clock": {"action": "minutes", "minutes": "60"},
    "renew": {"action": "renew"},
    "me": {"player": "{player_0}"},
    "write": WRITE,
    "draw": WRITE | {"kind": "draw", "action": "record"},
    "paper": WRITE | TYPED_LINE | {"says": "points", "begin": "0", "action": "record"},
    "scores": TYPED_LINE,
    "why": WRITE | {"reason": "time"},
    "unbook": WRITE | {"reason": "time", "action": "confirm"},
    "yes": CONFIRM,
    "said": CONFIRM | {"record": SAID},
    "earlier_seats": CONFIRM
    | {"game": "1", "winds": "name"}
    | {f"seat_{place}": f"{{player_{3 - place}}}" for place in range(4)},
    "next_seats": CONFIRM
    | {"game": "{next}", "winds": "name"}
    | {f"seat_{place}": f"{{player_{3 - place}}}" for place in range(4)},
    "agree": {"player": "{player_1}", "revision": "{revision_pk}"},
    "book": WRITE
    | {
        "payer": "{player_0}",
        "payee": "{player_1}",
        "amount": "10",
        "reason": "a fine",
    },
    "write_note": WRITE | {"text": "a tile is cracked"},
    "substitute": WRITE | {"leaving": "{player_0}", "name": "Ida"},
    # JSON, with the names of the scene after a dollar sign.
    "game": """{"key": "a-new-key", "version": $version,
        "said": {"hands": {}, "outcome": {"kind": "draw"}}, "shown": $shown}""",
    "hand": """{"ruleset": "nts", "round_wind": "E", "outcome": {"kind": "draw"}}""",
    "new_partie": """{"players": ["Eva", "Fred", "Gerda", "Hans"], "ruleset": "nts"}""",
    "new_game": """{"hands": {}, "outcome": {"kind": "draw"}}""",
    "anew": """{"hands": {}, "outcome": {"kind": "draw"}, "remark": "late",
        "reason": "a slip"}""",
    "note": """{"text": "a tile is cracked"}""",
    "booking": """{"from": "Anna", "to": "Ben", "amount": 10, "reason": "a fine"}""",
}


@dataclass(frozen=True)
class Page:
    """A line of PAGES."""

    route: str
    kinds: Mapping[str, str]
    """The name of a kind, by method."""
    sends: str | None
    """The name of a body that changes something."""
    asks: str | None
    """The name of a body that changes nothing."""
    shows: str | None
    """What the page has to show when such a body was understood."""
    idle: Mapping[str, frozenset[str]]
    """By which methods nothing can be done, when the partie is over or void."""
    at: Mapping[str, str]

    def says(
        self, method: str, role: str, *, is_public: bool, state: State | None = None
    ) -> str:
        """Return what a role is answered when the partie is in that *state*."""
        if method not in self.kinds:
            return "wrong method"
        name = self.kinds[method]
        if state is not None:
            name = state.kinds.get(name, name)
        found = KINDS[name]
        row = found.public if is_public else found.private
        said = row[ROLES.index(role)]
        if state is None:
            return said
        if state.idle and (role, said) == ("link", "login"):
            return "told"  # without an account a login would be no help
        if said != "ok":
            return said
        is_idle = any(method in self.idle[when] for when in state.idle)
        return "told" if is_idle else "ok"

    def writes(self, method: str, said: str) -> bool:
        """Tell whether whoever is answered so has changed something."""
        return method in SENDING and self.sends is not None and said == "ok"

    def reaches(self, method: str, said: str) -> bool:
        """Tell whether whoever is answered so is shown what was asked for."""
        return method in SENDING and self.shows is not None and said == "ok"

    @property
    def roles(self) -> tuple[str, ...]:
        """Who is asked; to a page two programs stand for all."""
        if self.route.startswith("/api/"):
            return ROLES
        return tuple(one for one in ROLES if one not in PROGRAMS[:2])

    @property
    def is_of_a_partie(self) -> bool:
        """Whether what it answers may depend on the state of a partie."""
        return self.route.startswith(
            ("/<club>/parties/<number>/", "/api/v1/parties/<pk>/")
        )

    def path(self, values: Mapping[str, Any]) -> str:
        """Return the address with the scene's *values* in it."""

        def value(match: re.Match[str]) -> str:
            return str(values[self.at.get(match[1], match[1])])

        return re.sub(r"<(\w+)>", value, self.route)

    def body(self, method: str, values: Mapping[str, Any]) -> Body:
        """Return what is sent, with the scene's *values* in it."""
        name = self.sends or self.asks
        if method not in SENDING or name is None:
            return {}
        sent = BODIES[name]
        if isinstance(sent, str):
            return StringTemplate(sent).substitute(values)
        return {
            name.format_map(values): value.format_map(values)
            for name, value in sent.items()
        }


SENDING = {"POST", "PUT"}


def pages() -> Iterator[Page]:
    """Read PAGES; HEAD is answered as GET is, but to programs."""
    for route, *words in filter(None, map(str.split, _lines())):
        said = dict(word.split("=") for word in words)
        kinds = {
            method: said[methods]
            for methods in said
            if methods.isupper()
            for method in methods.split(",")
        }
        if "GET" in kinds and not route.startswith("/api/"):
            kinds["HEAD"] = kinds["GET"]
        at = {name: said[name] for name in said if name.islower()}
        sends, asks, shows = (at.pop(one, None) for one in ("sends", "asks", "shows"))
        over = _methods_in(at.pop("over", ""))
        idle = {"over": over, "void": over | _methods_in(at.pop("void", ""))}
        yield Page(route, kinds, sends, asks, shows, idle, at)


def _lines() -> list[str]:
    return PAGES.replace("\n  ", " ").splitlines()


def _methods_in(words: str) -> frozenset[str]:
    methods = frozenset(words.split(",")) - {""}
    return methods | {"HEAD"} if "GET" in methods else methods
