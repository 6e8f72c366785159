"""
The parties of a club's file, recorded again.

Every game is scored anew. Where this installation's rules count one differently, that
is a revision of its own, as after `manage.py rebuild`.
"""

from __future__ import annotations

from pydantic import TypeAdapter

from clubscore.archive.transfer.game_result import ExportedResult
from clubscore.archive.transfer.people import ImportedRows, ruleset_key
from clubscore.archive.transfer.rows import FileError, insert, told_where
from clubscore.archive.transfer.shapes import PartieShape, RevisionShape
from clubscore.club import engine as rule_books
from clubscore.partie import engine, entries
from clubscore.partie.audit import recounted
from clubscore.partie.chain import Chain, accounts_hash
from clubscore.partie.derive import derive, happened
from clubscore.partie.engine import Chronicle, Happened
from clubscore.partie.entries import Kind
from clubscore.partie.models import Agreement, Entry, Partie, Revision, Seat, TableLink

RESULT = TypeAdapter(ExportedResult)
UNKNOWN = {"account": None, "link": None, "token": None}
"""Who wrote something, in files of version 1."""


def partie_made(known: ImportedRows, found: PartieShape, *, makes_chain: bool) -> int:
    """
    Make a partie and all that follows from it.

    Return how many of its games count differently here. Raise FileError if it cannot
    have been played so, or, unless *makes_chain*, if its chain does not hold.
    """
    where = f"partie {found.number}"
    with told_where(where):
        partie = _partie(known, found)
        making = _Making(known, partie, found)
        making.write()
    chronicle = making.chronicle()
    with told_where(where):
        if not makes_chain:
            _refuse_other_chain(partie, found)
        changed = recounted(partie, chronicle)
        partie.version += bool(changed)
        derive(partie, chronicle, from_place=1)
    return changed


def _partie(known: ImportedRows, found: PartieShape) -> Partie:
    """Make the row of a partie, and seat its players."""
    ruleset = ruleset_key(known, found.ruleset)
    for problem in rule_books.problems_of(ruleset, found.options, len(found.seats)):
        raise problem
    many = len(found.seats)
    if many not in rule_books.numbers_of_players(ruleset):
        raise FileError(f"{ruleset} has no rules for {many} players")
    if found.season not in known.seasons:
        raise FileError(f"there is no season {found.season} in the file")
    if found.date not in known.evenings:
        raise FileError(f"there is no evening {found.date} in the file")
    partie = Partie(
        club=known.club,
        season=known.seasons[found.season],
        evening=known.evenings[found.date],
        players=many,
        ruleset=ruleset,
        **found.model_dump(
            exclude=(
                {"season", "date", "ruleset", "seats", "links", "entries"}
                | {"revisions", "head"}
            )
        ),
    )
    partie.full_clean()
    insert(partie)
    for place, number in enumerate(found.seats):
        seat = Seat(partie=partie, place=place, player=known.player(number))
        seat.full_clean()
        insert(seat)
    return partie


def _refuse_other_chain(partie: Partie, found: PartieShape) -> None:
    """Raise FileError if what was said is not what the head of the chain holds."""
    if found.head is not None and found.head != partie.head:
        raise FileError(
            "its chain does not hold: what the file says was changed after it was"
            " recorded. With --new-chains it is read all the same, and the chain"
            " begins anew",
            reason=FileError.Wrong.CHAIN,
        )


class _Making:
    """A partie whose entries are written down again."""

    def __init__(self, known: ImportedRows, partie: Partie, found: PartieShape) -> None:
        self.known = known
        self.partie = partie
        self.found = found
        self.links: list[TableLink] = []
        self.entries: dict[int, Entry] = {}
        """By their places."""
        self.last: dict[int, Revision] = {}
        """Each entry's last revision, by its place."""
        self.all: list[Revision] = []
        self.chain = Chain(
            partie, {str(one.pk): str(one.uid) for one in known.players.values()}
        )

    def write(self) -> None:
        """Write a revision, by whom, when and why; the chain goes along."""
        self.chain.begin(self.known.player(one) for one in self.found.seats)
        for link in self.found.links:
            row = TableLink(partie=self.partie, **link.model_dump())
            insert(row)
            self.links.append(row)
        for one in sorted(self.found.entries, key=lambda one: one.place):
            if one.before is not None and one.before not in self.entries:
                raise FileError(f"entry {one.place}: no entry {one.before} before it")
            entry = Entry(
                partie=self.partie,
                place=one.place,
                before=self.entries[one.before] if one.before is not None else None,
                kind=one.kind,
            )
            insert(entry)
            self.entries[one.place] = entry
        for revision in self.found.revisions:
            with told_where(f"entry {revision.entry}, revision {revision.number}"):
                self._revision(revision)
        for place in self.entries:
            if place not in self.last:
                raise FileError(f"entry {place}: nothing was said of it")
        self.partie.imported = accounts_hash(self.all)
        self.partie.save(update_fields=["imported"])

    def _revision(self, found: RevisionShape) -> None:
        entry = self.entries.get(found.entry)
        if entry is None:
            raise FileError(f"there is no entry {found.entry}")
        before = self.last.get(found.entry)
        if found.number != (before.number if before is not None else 0) + 1:
            raise FileError("the revisions of an entry count up from 1")
        content = entries.checked(entry.kind, found.said)
        if content.as_json != found.said:
            raise FileError("it is not written as entries are")
        if (found.result is not None) != (entry.kind == Kind.GAME):
            raise FileError("a game has a result, and nothing else has")
        if found.result is not None:
            RESULT.validate_python(found.result)
        revision = Revision(
            entry=entry,
            said=content.renamed(self.known.pk_of).as_json,
            account=self.known.accounts.get(found.account or ""),
            link=self._link(found.link),
            elsewhere=found.by.model_dump() if found.by is not None else UNKNOWN,
            **found.model_dump(
                exclude={"entry", "said", "account", "link", "by", "agreements"}
            ),
        )
        insert(self.chain.seal(revision))
        self.last[found.entry] = revision
        self.all.append(revision)
        for one in found.agreements:
            agreement = Agreement(
                revision=revision,
                player=self.known.player(one.player),
                account=self.known.accounts.get(one.account or ""),
                link=self._link(one.link),
                made_at=one.made_at,
            )
            insert(agreement)

    def _link(self, place: int | None) -> TableLink | None:
        if place is None:
            return None
        if place >= len(self.links):
            raise FileError(f"there is no link {place} in the partie")
        return self.links[place]

    def chronicle(self) -> Chronicle:
        """Play the partie again, every game scored anew."""
        where = f"partie {self.found.number}"
        in_force = list(Revision.objects.in_force(self.partie))
        seats = [str(self.known.player(one).pk) for one in self.found.seats]
        chronicle = engine.chronicle_of(self.partie.terms, seats, ())
        for revision, one in zip(
            in_force, happened(in_force, recount=True), strict=True
        ):
            with told_where(f"{where}, entry {revision.entry.place}"):
                _refuse_impossible(chronicle, one)
                engine.add(chronicle, one)
        return chronicle


def _refuse_impossible(chronicle: Chronicle, entry: Happened) -> None:
    """Raise FileError for what cannot happen in a partie as it stands."""
    if not engine.can_happen(chronicle, entry.content):
        raise FileError("it names players who are not there for it")
    game = entry.content
    if not isinstance(game, entries.RecordedGame):
        return
    state = chronicle.state
    if game.round is not None:
        state = engine.in_round(state, game.round, game.round_wind)
    if state.is_finished:
        raise FileError("it comes after the end of the partie")
