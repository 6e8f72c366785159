"""
Access to a partie: who may read and write it.

Members do by their role, and at the table where they sit; whoever holds the table's
link does there alone. Once a partie is final, or void, only administrators change it.
Who corrects the last game alone takes back one alone: the next one to be taken back is
one that was recorded since.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import Http404, HttpRequest
from django.utils import timezone

from clubscore.club.access import (
    account_of,
    corrects_earlier_games,
    may_administer,
    may_read,
    may_record_everywhere,
    may_start_parties,
    membership_of,
    token_of,
)
from clubscore.club.initials import withheld_in
from clubscore.club.models import Club
from clubscore.club.numbers import number_in
from clubscore.club.vocabulary import speak_as
from clubscore.partie.entries import Kind, Substitute
from clubscore.partie.models import Partie, Revision, TableLink
from clubscore.partie.read_once import once
from clubscore.partie.services import Author

LINKS = "table_links"
"""Where a session keeps the links that it was opened with, by partie."""
LINK_SENDER = "link"
"""The id of whoever sends games with a table's link, whichever it is."""
LATE_LINKS = "late_table_links"
"""Where it keeps those that were opened too late to record: they only read."""
WRITERS = "table_writers"
"""Where it keeps who writes with the link, by partie, as they have said themselves."""


# Asked at each tap, so in the database's own words: Django takes several times as long
# to put these questions as it takes to answer them.
OF_THE_CLUB = ("id", "slug", "is_public", "final_after")
TABLE = """
    SELECT p.id, p.club_id, p.number, p.ruleset, p.options, p.start_chips, p.players,
        p.is_finished, p.finished_at, p.is_void, p.progress,
        c.slug AS club_slug, c.is_public AS club_is_public,
        c.final_after AS club_final_after
    FROM "partie_partie" AS p JOIN "club_club" AS c ON c.id = p.club_id
    WHERE c.slug = %s AND p.number = %s
"""
VALID_LINK = """
    SELECT * FROM "partie_tablelink"
    WHERE id = %s AND partie_id = %s AND revoked_at IS NULL
"""


# Table links ------------------------------------------------------------------------


def open_link(request: HttpRequest, link: TableLink) -> bool:
    """
    Let this session record at the link's table.

    When the partie is over, or the link too old, a session that opens it may only read;
    return whether it may do more.
    """
    key = str(link.partie_id)
    is_over = link.partie.is_finished or link.partie.is_void
    alive = TableLink.objects.alive(timezone.now())
    is_late = is_over or not alive.filter(pk=link.pk).exists()
    if is_late and request.session.get(LINKS, {}).get(key) == link.pk:
        return False
    kept = LATE_LINKS if is_late else LINKS
    request.session[kept] = request.session.get(kept, {}) | {key: link.pk}
    return not is_late


def link_of(request: HttpRequest, partie: Partie) -> TableLink | None:
    """Return the link with which this session may record at the table."""
    link = _valid_link(request, partie, LINKS)
    if link is None:
        return None
    now = timezone.now()
    # Nearly every one is new; only of the others it is asked when somebody wrote.
    is_alive = (
        link.is_new(now) or TableLink.objects.alive(now).filter(pk=link.pk).exists()
    )
    return link if is_alive else None


def linked_parties(request: HttpRequest) -> list[int]:
    """Return the ids of the parties whose tables this session opened with a link."""
    return [int(key) for key in request.session.get(LINKS, {})]


def reads_by_link(request: HttpRequest, partie: Partie) -> bool:
    """Tell whether this session was opened with a valid link of *partie*."""
    return any(_valid_link(request, partie, kept) for kept in (LINKS, LATE_LINKS))


def holds_dead_link(request: HttpRequest, partie: Partie) -> bool:
    """Tell whether only age keeps this session's link from recording at the table."""
    if partie.is_finished or partie.is_void or link_of(request, partie) is not None:
        return False
    return reads_by_link(request, partie)


def holds_withdrawn_link(request: HttpRequest, partie: Partie) -> bool:
    """Tell whether this session was opened with a link that was withdrawn since."""
    opened = (request.session.get(kept, {}) for kept in (LINKS, LATE_LINKS))
    is_opened = any(str(partie.pk) in links for links in opened)
    return is_opened and not reads_by_link(request, partie)


def _valid_link(request: HttpRequest, partie: Partie, kept: str) -> TableLink | None:
    """Return the link to *partie* that a session keeps, unless it was withdrawn."""
    if token_of(request) is not None:
        return None
    pk = request.session.get(kept, {}).get(str(partie.pk))
    if pk is None:
        return None
    return next(iter(TableLink.objects.raw(VALID_LINK, [pk, partie.pk])), None)


# Clubs that were made at a table ----------------------------------------------------

FIRST = 1
"""The number of a club's first partie."""


def may_keep(request: HttpRequest, club: Club) -> bool:
    """
    Tell whether the asker may name a club that nobody runs yet, and take it over.

    Whoever holds the link to its first partie may, also when that only reads by now:
    nobody else could ever go on with what was played.
    """
    if not club.is_unclaimed:
        return False
    first = club.parties.filter(number=FIRST).first()
    return first is not None and reads_by_link(request, first)


def _runs_for_now(request: HttpRequest, partie: Partie) -> bool:
    """Tell whether the asker's link is to the first partie of a club nobody runs."""
    if not partie.club.is_unclaimed or partie.number != FIRST:
        return False
    return link_of(request, partie) is not None


# Who writes with a link -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Writer:
    """The player who writes with a table's link, by the name that was typed."""

    player: str = ""
    """The id of the player; empty for somebody else."""
    name: str = ""
    """As it was typed; empty for a player, and for who would rather not say."""


def writer_of(request: HttpRequest, partie: Partie) -> Writer | None:
    """Return the writer of this session with the link; None if no name was typed."""
    said = request.session.get(WRITERS, {}).get(str(partie.pk))
    return Writer(*said) if said is not None else None


def keep_writer(request: HttpRequest, partie: Partie, writer: Writer) -> None:
    """Remember in this session who writes with the link of *partie*."""
    said = {str(partie.pk): [writer.player, writer.name]}
    request.session[WRITERS] = request.session.get(WRITERS, {}) | said


# What somebody may ------------------------------------------------------------------


def get_partie_for(request: HttpRequest, club: str, number: int) -> Partie:
    """
    Return the partie of that address; the answer is in the words of its rule book.

    Raise Http404 if there is none, or if it does not exist for this reader.
    """
    try:
        partie = once(partie_at, club, number)
    except Partie.DoesNotExist as error:
        raise Http404 from error
    return _shown(request, partie)


def partie_at(club: str, number: int) -> Partie:
    """Return the partie of that address; raise Partie.DoesNotExist if there is none."""
    parties = Partie.objects.select_related("club", "season", "evening")
    return parties.get(club__slug=club, number=number)


def get_table_for(request: HttpRequest, club: str, number: int) -> Partie:
    """
    Return the same partie, with no more than its next game is counted by.

    What else somebody asks of it, or of its club, costs a query.
    """
    # A number too long for the column is nobody's.
    found = Partie.objects.raw(TABLE, [club, number_in(str(number))])
    partie = next(iter(found), None)
    if partie is None:
        raise Http404
    fields = [one for one in Club._meta.concrete_fields if one.name in OF_THE_CLUB]
    names = [one.name for one in fields]
    told = [one.to_python(vars(partie)[f"club_{one.name}"]) for one in fields]
    partie.club = Club.from_db(found.db, names, told)
    return _shown(request, partie)


def _shown(request: HttpRequest, partie: Partie) -> Partie:
    """Return a partie in the words of its rule book, if it exists for this reader."""
    if not may_read_partie(request, partie):
        raise Http404
    speak_as(partie.ruleset)
    return partie


def looks_on(request: HttpRequest) -> bool:
    """
    Tell whether the asker is anybody, who sees what everybody does and does nothing.

    Whoever holds the link of a table may be shown more there.
    """
    if token_of(request) is not None or account_of(request) is not None:
        return False
    return not any(request.session.get(one) for one in (LINKS, LATE_LINKS))


def may_read_partie(request: HttpRequest, partie: Partie) -> bool:
    """Tell whether the partie exists for the asker."""
    return may_read(request, partie.club) or reads_by_link(request, partie)


def is_final(partie: Partie, now: datetime | None = None) -> bool:
    """Tell whether only administrators still change the partie."""
    final_at = final_from(partie)
    return final_at is not None and final_at <= (now or timezone.now())


def final_from(partie: Partie) -> datetime | None:
    """Return from when on a partie is final; None while it is played."""
    if not partie.is_finished or partie.finished_at is None:
        return None
    return partie.finished_at + timedelta(hours=partie.club.final_after)


def may_record(
    request: HttpRequest, partie: Partie, *, sitting: Collection[str] | None = None
) -> bool:
    """
    Tell whether the asker may record at this table, and correct its last game.

    *sitting* are the ids of who sits there now, where a page knows them already; else
    a member at the own table costs a query.
    """
    if may_administer(request, partie.club):
        return True
    if partie.is_void or is_final(partie):
        return False
    if may_record_everywhere(request, partie.club):
        return True
    link = link_of(request, partie)
    if link is not None:
        return (
            not partie.is_finished
            or _runs_for_now(request, partie)
            or _wrote_last(link, partie)
        )
    member = membership_of(request, partie.club)
    if member is None or member.player_id is None:
        return False
    if sitting is None:
        return _sits_in(partie, member.player_id)
    return str(member.player_id) in sitting


def _wrote_last(link: TableLink, partie: Partie) -> bool:
    """
    Tell whether what ended the partie was written with its link; costs a query.

    A link dies with its partie; but whoever ended it there can still say it was wrong.
    """
    last = Revision.objects.in_force(partie).last()
    return last is not None and last.link_id == link.pk


def _sits_in(partie: Partie, player: int) -> bool:
    """Tell whether a player sits at the table now, or rests there."""
    # All results are asked for: a page that lists parties has them already.
    sits = any(one.player_id == player for one in partie.results.all())
    if not sits:
        return False
    changes = Revision.objects.in_force(partie).filter(entry__kind=Kind.SUBSTITUTE)
    for said in changes.values_list("said", flat=True):
        change = Substitute.from_json(said)
        if change.leaving == str(player):
            sits = False
        elif change.coming == str(player):
            sits = True
    return sits


def may_correct_last(request: HttpRequest, partie: Partie) -> bool:
    """Tell whether the asker may put the last game right."""
    return may_record(request, partie)


def may_take_back(
    request: HttpRequest, partie: Partie, *, kind: str | None = None
) -> bool:
    """
    Tell whether the asker may take back what was recorded last.

    How far back is another question: see `may_take_back_more`. Who may not book chips
    does not undo a booking either. *kind* is what was recorded, where a page knows it
    already; else it costs a query.
    """
    if not may_record(request, partie):
        return False
    if kind is None:
        last = Revision.objects.in_force(partie).last()
        kind = last.entry.kind if last is not None else ""
    if kind == Kind.RESULT:  # such a partie has nothing else: it is made void
        return False
    return kind != Kind.BOOKING or may_correct_earlier(request, partie)


def may_take_back_more(request: HttpRequest, partie: Partie) -> bool:
    """Tell whether the asker may take back one game after the other."""
    return may_correct_earlier(request, partie)


def may_correct_earlier(request: HttpRequest, partie: Partie) -> bool:
    """Tell whether the asker may correct any game of the partie and make bookings."""
    if may_administer(request, partie.club):
        return True
    if partie.is_void or is_final(partie):
        return False
    return corrects_earlier_games(request, partie.club) or _runs_for_now(
        request, partie
    )


def may_set_house_rules(request: HttpRequest, partie: Partie) -> bool:
    """Tell whether the asker says what is played by, until something is recorded."""
    if may_start_parties(request, partie.club):
        return True
    return _runs_for_now(request, partie)


def may_void(request: HttpRequest, partie: Partie) -> bool:
    """Tell whether the asker may take the partie out of all results."""
    if may_administer(request, partie.club):
        return True
    return not is_final(partie) and _runs_for_now(request, partie)


def sender_of(request: HttpRequest, partie: Partie | None) -> dict[str, str]:
    """
    Return who sends games from a phone: an `id` to compare, and a `name` to say.

    Whoever is not logged in, and so comes with the table's link if at all, has no
    name. Without a *partie* it is not known how an account is called there.
    """
    account = account_of(request)
    if account is None:
        return {"id": LINK_SENDER, "name": ""}
    member = membership_of(request, partie.club) if partie is not None else None
    player = member.player if member is not None else None
    author = Author(account=account, name=player.name if player else "")
    return {"id": f"account:{account.pk}", "name": author.written_name}


def author_of(request: HttpRequest, partie: Partie) -> Author:
    """Return who writes, for the revision to keep."""
    account = account_of(request)
    if account is not None:
        member = membership_of(request, partie.club)
        player = member.player if member is not None else None
        return Author(account=account, name=player.name if player else "")
    token = token_of(request)
    if token is not None:
        return Author(token=token)
    link = link_of(request, partie)
    if link is None:
        return Author()
    return Author(link=link, name=_name_written(request, partie))


def _name_written(request: HttpRequest, partie: Partie) -> str:
    """Return under which name this session writes with a link; empty if unknown."""
    writer = writer_of(request, partie)
    if writer is None:
        return ""
    if not writer.player:
        return withheld_in(partie.club).told(writer.name)
    names = partie.club.players.filter(pk=writer.player).values_list("name", flat=True)
    return names.first() or ""
