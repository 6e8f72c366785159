"""Versions of a club's results, by which a kept page knows that it is old."""

from __future__ import annotations

from django.db import connection
from django.utils import timezone

from clubscore.club.models import Club
from clubscore.partie.access import is_final, partie_at
from clubscore.partie.chain import day_published
from clubscore.partie.evenings import day_of_tonight
from clubscore.partie.read_once import once


def version_of(club: Club, *_asked: object) -> tuple[object, ...]:
    """
    Return what changes with every write that a club's pages follow from.

    That is its own row, which is read already, its seasons, who plays, who was there,
    and its parties, of which every write is counted; and the day by which evenings are
    over. Four queries, however long the club has played.
    """
    return (*_around(club), *_written(club), day_published())


def counted_version(club: Club, *_asked: object) -> tuple[object, ...]:
    """
    Return what changes with every write that standings and statistics follow from.

    A game at a table that still plays is none: only who sits there matters. Five
    queries, of which those of `version_of` are four.
    """
    over = _written(club)[len(TOLD) :]
    return (*_around(club), *over, *once(_sitting, club))


def settled_version(club: Club, *_asked: object) -> tuple[object, ...]:
    """Return the same, and the day before which all that was recorded is settled."""
    return (*counted_version(club), day_published())


# Asked at every look, so in the database's own words: Django takes several times as
# long to put these questions as it takes to answer them.
PARTIES = """
    SELECT {told}, {told_of_those_over}
    FROM "partie_partie" AS p JOIN "partie_evening" AS e ON e.id = p.evening_id
    WHERE p.club_id = %s
"""
TOLD = ("count({}p.id{})", "sum({}p.version{})", "max({}p.head_at{})")
"""
What tells of parties whether one of them was written in.

Parties that have come and gone can be as many with as many writes.
"""
OVER = ("CASE WHEN p.is_finished OR e.date < %s THEN ", " END")
SITTING = """
    SELECT p.id, p.is_void, p.season_id, p.evening_id, p.players,
        r.player_id, r.stands_for_id
    FROM "partie_partie" AS p
    JOIN "partie_evening" AS e ON e.id = p.evening_id
    LEFT JOIN "partie_partieresult" AS r ON r.partie_id = p.id
    WHERE p.club_id = %s AND NOT p.is_finished AND e.date >= %s
    ORDER BY p.id, r.player_id
"""
EVENINGS = """
    SELECT
        (SELECT count(*) FROM "partie_evening" WHERE club_id = c.id),
        (SELECT sum(version) FROM "partie_evening" WHERE club_id = c.id),
        (SELECT count(*) FROM "partie_plannedevening" WHERE club_id = c.id),
        (SELECT sum(version) FROM "partie_plannedevening" WHERE club_id = c.id),
        (SELECT max(id) FROM "partie_plannedevening" WHERE club_id = c.id),
        (SELECT count(used_id) FROM "partie_clubplan" WHERE club_id = c.id)
    FROM "club_club" AS c WHERE c.id = %s
"""
SEASONS = 'SELECT * FROM "club_season" WHERE club_id = %s ORDER BY id'
PLAYERS = """
    SELECT id, name, slug, is_guest, merged_into_id, withheld_name
    FROM "club_player" WHERE club_id = %s ORDER BY id
"""
WRITTEN = PARTIES.format(
    told=", ".join(one.format("", "") for one in TOLD),
    told_of_those_over=", ".join(one.format(*OVER) for one in TOLD),
)


def _rows(question: str, *about: str | int) -> tuple[object, ...]:
    with connection.cursor() as cursor:
        cursor.execute(question, about)
        return tuple(cursor.fetchall())


def _written(club: Club) -> tuple[object, ...]:
    """Return what tells of all parties, and of those that are over."""
    return once(_writes_read, club)


def _writes_read(club: Club) -> tuple[object, ...]:
    tonight = str(day_of_tonight(club))
    [told] = _rows(WRITTEN, *(tonight for _one in TOLD), club.pk)
    assert isinstance(told, tuple)
    return told


def _sitting(club: Club) -> tuple[object, ...]:
    """Return who sits at the tables that still play."""
    return _rows(SITTING, club.pk, str(day_of_tonight(club)))


def about(club: Club) -> tuple[object, ...]:
    """Return a club's own row, which is read already, and the day that it is."""
    return (
        *(getattr(club, field.attname) for field in club._meta.concrete_fields),
        timezone.localtime().date(),
        day_of_tonight(club),
    )


def _around(club: Club) -> tuple[object, ...]:
    """Return what changes with everything of a club but its parties."""
    return (*about(club), *once(_around_read, club))


def _around_read(club: Club) -> tuple[object, ...]:
    return tuple(_rows(question, club.pk) for question in (SEASONS, PLAYERS, EVENINGS))


def partie_version(club: Club, number: int, *_asked: object) -> tuple[object, ...]:
    """
    Return what changes with every write that the pages of one partie follow from.

    Who wrote is told by the name of their player, where that is withheld. Two queries
    beside the partie's own; five more where the club wants forecasts.
    """
    partie = once(partie_at, club.slug, number)
    return (
        *about(club),
        *(getattr(partie, field.attname) for field in partie._meta.concrete_fields),
        partie.season.slug,
        partie.evening.date,
        is_final(partie),
        _rows(AGREED, partie.pk),
        _rows(NAMES, club.pk),
        # A forecast follows from all that was played before.
        *(counted_version(club) if club.shows_forecast else ()),
    )


AGREED = """
    SELECT count(*), max(a.id) FROM "partie_agreement" AS a
    JOIN "partie_revision" AS r ON r.id = a.revision_id
    JOIN "partie_entry" AS e ON e.id = r.entry_id
    WHERE e.partie_id = %s
"""
NAMES = """
    SELECT p.id, p.name, p.slug, p.withheld_key, m.account_id FROM "club_player" AS p
    LEFT JOIN "club_member" AS m ON m.player_id = p.id
    WHERE p.club_id = %s ORDER BY p.id, m.id
"""
