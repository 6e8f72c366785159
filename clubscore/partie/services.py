"""
Every write of a partie.

Each is one transaction: what was said, its result, the rows that follow from it
and the partie's version go together or not at all. A write says which version of
the partie it has seen, and carries a key of its own, so that the same write sent
twice is made once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.club import engine as rule_books
from clubscore.club import own_books
from clubscore.club.models import Account, Club, Player, Season, Token
from clubscore.partie import engine
from clubscore.partie.chain import Chain, day_published, midnight
from clubscore.partie.derive import chronicle_from, derive
from clubscore.partie.entries import Booking, Content, End, Kind, RecordedGame, Void
from clubscore.partie.game_record import OutcomeRecord
from clubscore.partie.models import (
    Entry,
    Evening,
    Partie,
    Revision,
    Seat,
    Submission,
    TableLink,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class Author:
    """Who writes: an account, a table link with the typed name, or a token."""

    account: Account | None = None
    link: TableLink | None = None
    token: Token | None = None
    name: str = ""

    @property
    def written_name(self) -> str:
        """The name that stays with the revision."""
        if self.account is not None:
            return self.name or self.account.get_username()
        if self.token is not None:
            return self.name or self.token.name
        return self.name


@dataclass(frozen=True, slots=True)
class Write:
    """What every write of a partie brings with it."""

    author: Author
    version: int | None
    """The partie's version that the author has seen; None where `after` says more."""
    key: str
    """Names this write; made by whoever sends it."""
    after: str = ""
    """The key of the write that this one follows: it waited for a signal behind it."""


class ConflictError(Exception):
    """Somebody else wrote first."""

    def __init__(self, partie: Partie) -> None:
        super().__init__(f"partie {partie.pk} is at version {partie.version}")
        self.partie = partie


class KeyReusedError(Exception):
    """The key already names another write."""


class SeatsError(Exception):
    """A game was entered on other seats than it would be recorded with."""


class OtherScoresError(Exception):
    """A game comes to something else than its phone showed when it was entered."""

    def __init__(self, scores: Mapping[str, int]) -> None:
        super().__init__("other scores")
        self.scores = scores


# Starting ----------------------------------------------------------------------


@transaction.atomic
def partie_start(
    *,
    season: Season,
    players: Sequence[Player],
    day: date,
    table: str = "",
    ruleset: str | None = None,
    options: Mapping[str, object] | None = None,
    start_chips: int | None = None,
    uses_chips: bool = False,
    start_key: UUID | None = None,
    start_digest: str = "",
) -> Partie:
    """
    Start a partie of *players*, the first East first and then counter-clockwise.

    Of five players the last rests first. It is played by the season's ruleset and
    house rules, or by another *ruleset* with the defaults of its book; *options* go
    before both. Raise ValidationError if it cannot be played so, or if *start_key*
    has started a partie already; *start_digest* is kept of what came with that key.
    """
    club = season.club
    key = season.ruleset if ruleset is None else ruleset
    own_books.refuse_others(club, key)
    for problem in rule_books.problems_of(key, {}):
        raise ValidationError({"ruleset": rule_books.sentence(problem)})
    rules = rule_books.ruleset_called(key)
    if len(set(players)) < len(players):
        raise ValidationError(_("Nobody can sit on two seats."))
    if len(players) not in rules.players:
        known = ", ".join(map(str, rule_books.numbers_of_players(key)))
        raise ValidationError(
            _("%(ruleset)s has no rules for %(many)d players, but for: %(known)s."),
            params={"ruleset": rules.name, "many": len(players), "known": known},
        )
    chosen: dict[str, object] = dict(options or {})
    if key == season.ruleset:
        chosen = rule_books.meant_for(key, season.options, len(players)) | chosen
    if uses_chips:
        chosen = {**rule_books.with_chips(key), **chosen}
    for problem in rule_books.problems_of(key, chosen, len(players)):
        raise ValidationError({"options": rule_books.sentence(problem)})
    for rule in rule_books.unanswered(key, chosen):
        unsaid = ValidationError(
            _("The rule book does not say: %(rule)s. Choose what holds with you."),
            params={"rule": gettext(rule.name)},
        )
        raise ValidationError({"options": unsaid})
    # Two tables that start at once get two numbers.
    Club.objects.select_for_update().get(pk=club.pk)
    last = club.parties.aggregate(last=Max("number"))["last"] or 0
    evening, _made = Evening.objects.get_or_create(club=club, date=day)
    partie = Partie(
        club=club,
        season=season,
        evening=evening,
        number=last + 1,
        table=table,
        ruleset=rules.key,
        edition=rules.edition,
        players=len(players),
        options=rule_books.written_out(key, chosen),
        start_chips=rules.dealing.start_chips if start_chips is None else start_chips,
        uses_chips=uses_chips,
        substitutes=season.substitutes,
        start_key=start_key,
        start_digest=start_digest,
    )
    partie.full_clean()
    partie.save()
    Seat.objects.bulk_create(
        Seat(partie=partie, place=place, player=player)
        for place, player in enumerate(players)
    )
    Chain(partie).begin(players)
    derive(partie, chronicle_from(partie), from_place=1)
    return partie


@transaction.atomic
def house_rules_set(
    *, partie: Partie, version: int, options: Mapping[str, object]
) -> None:
    """
    Say anew what a partie is played by, in which nothing was ever recorded.

    Its chain begins anew with them. Whoever entered a game by the rules before is told
    when it is sent: the partie has another version then. Raise ConflictError if
    somebody wrote since *version*, and ValidationError if the rules before hold already
    or those of *options* cannot hold together.
    """
    locked = Partie.objects.select_for_update().get(pk=partie.pk)
    if locked.version != version:
        raise ConflictError(locked)
    held = why_house_rules_hold(locked)
    if held is not None:
        raise ValidationError(held)
    for problem in rule_books.problems_of(locked.ruleset, options, locked.players):
        raise ValidationError(rule_books.sentence(problem))
    locked.options = rule_books.written_out(locked.ruleset, options)
    locked.version += 1
    seats = locked.seats.select_related("player").order_by("place")
    Chain(locked).begin(seat.player for seat in seats)
    locked.save(update_fields=["options", "head", "head_at"])
    derive(locked, chronicle_from(locked), from_place=1)


def why_house_rules_hold(partie: Partie) -> StrPromise | None:
    """
    Return why a partie is played by the house rules that it has; None if others may be.

    Its first revision holds the hash of how it began, and revisions never change: not
    even taking the game back makes room for other rules. A leaderboard shows that hash
    too, from the next day on.
    """
    if partie.entries.exists():
        return _(
            "Something was recorded in this partie, and its house rules hold, even if "
            "it was taken back. Start another partie to play by others."
        )
    if partie.made_at < midnight(day_published()):
        return _(
            "This partie was started on an earlier day: its house rules hold. Start "
            "another partie to play by others."
        )
    return None


def link_make(*, partie: Partie) -> TableLink:
    """Make a link that lets its holder record at the table of *partie*."""
    return TableLink.objects.create(partie=partie)


def links_revoke(*, partie: Partie) -> None:
    """Let the links to the table of *partie* open nothing any more."""
    partie.links.filter(revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def link_renew(*, partie: Partie) -> TableLink:
    """Make a new link to the table of *partie*; those before it open nothing."""
    links_revoke(partie=partie)
    return link_make(partie=partie)


# Games and events -------------------------------------------------------------


@transaction.atomic
def game_record(
    *,
    partie: Partie,
    write: Write,
    record: Mapping[str, Any],
    east: str | None = None,
    is_by_player: bool = False,
    shown: engine.Shown | None = None,
    winds: engine.Replay | None = None,
    expects: Mapping[str, int] | None = None,
) -> Revision:
    """
    Record the next game: hands and outcome by seat, as the contract has them.

    With *is_by_player* players' ids stand for the seats: who entered the game could
    not know yet how the winds would pass on.

    *east* is the id of the player who really sat East (or owned the game), if the
    rules say another; where dice choose who is East it must be given. *shown* is who
    sat where by the screen that it was entered on: if others would by now, somebody
    has to say in *winds* whether it was played so or is to be as the rules say. Without
    *shown* nobody knows how it was played. *expects* is what each won or lost by what
    was shown, if it was.

    Raise RulesError if it cannot be scored, ConflictError if somebody wrote first,
    SeatsError if nobody has said what *winds* is to say, or if no record can say it,
    OtherScoresError if it comes to something else than *expects*.
    """
    begun = begin(partie, write, {"game": dict(record), "east": east})
    if begun.made is not None:
        return begun.made
    refuse_if_over(begun.chronicle)
    where = _where(begun.chronicle, east, shown, winds)
    table = engine.table_at(begun.chronicle, where)
    if not partie.terms.takes_scores:
        engine.refuse_scores(record)
    if is_by_player:
        record = engine.record_of(partie.terms, table, RecordedGame.from_json(record))
    game = engine.game_of(partie.terms, table, record)
    revision = add_entry(begun, where.put_in(game))
    scores = begun.chronicle.games[-1].scores
    # On other seats than were shown it comes to something else: somebody chose them.
    is_turned = shown is not None and engine.Shown.of(table) != shown
    if expects is not None and not is_turned and dict(expects) != dict(scores):
        raise OtherScoresError(scores)
    return revision


def _where(
    chronicle: engine.Chronicle,
    east: str | None,
    shown: engine.Shown | None,
    winds: engine.Replay | None,
) -> engine.Where:
    """Return where a game was played; see `game_record`."""
    if shown is not None:
        # The screen knew whom the dice chose for a game that is played again.
        east = east or chronicle.state.dice_chose
    if winds is engine.Replay.PLAYED and shown is None:
        raise SeatsError
    if winds is engine.Replay.SHOULD:
        shown = None
    where = engine.where_ruled(chronicle, shown, east)
    if where is None and shown is not None and winds is engine.Replay.PLAYED:
        where = engine.where_shown(chronicle, shown)
    if where is None:
        raise SeatsError
    return where


@transaction.atomic
def scores_record(
    *,
    partie: Partie,
    write: Write,
    scores: Mapping[str, int],
    outcome: OutcomeRecord,
    east: str | None = None,
    remark: str = "",
) -> Revision:
    """
    Record the next game, of which a sheet kept by hand says the scores alone.

    *scores* and *outcome* name players by id. The outcome is a win: what a draw or a
    fault comes to follows from the rules, see `game_record`, also for *east* and for
    what is raised.
    """
    content = {"scores": dict(scores), "outcome": dict(outcome), "remark": remark}
    begun = begin(partie, write, {**content, "east": east})
    if begun.made is not None:
        return begun.made
    refuse_if_over(begun.chronicle)
    table = engine.table_played(begun.chronicle, east)
    game = RecordedGame(
        outcome=outcome, scores=scores, remark=remark, east=table.dealer
    )
    return add_entry(begun, game)


@transaction.atomic
def booking_record(
    *, partie: Partie, write: Write, payer: Player, payee: Player, amount: int, why: str
) -> Revision:
    """
    Move chips, not scores, from one player to another.

    Raise ValidationError if they do not play in the partie, if there is nothing to
    move, or if the partie is void.
    """
    booking = Booking(str(payer.pk), str(payee.pk), amount, why)
    begun = begin(partie, write, {"booking": booking.as_json})
    if begun.made is not None:
        return begun.made
    if begun.chronicle.is_void:
        raise ValidationError(_("The partie is void."), code="void")
    if not engine.can_happen(begun.chronicle, booking) or payer == payee:
        raise ValidationError(_("A booking is between two players of the partie."))
    if amount <= 0:
        raise ValidationError({"amount": _("Enter a whole number from 1 up.")})
    return add_entry(begun, booking)


@transaction.atomic
def partie_end(*, partie: Partie, write: Write, why: str) -> Revision:
    """End a partie before its last game."""
    begun = begin(partie, write, {"end": why})
    if begun.made is not None:
        return begun.made
    refuse_if_over(begun.chronicle)
    return add_entry(begun, End(why))


@transaction.atomic
def partie_void(*, partie: Partie, write: Write, why: str) -> Revision:
    """Take a partie out of all results; it stays to be seen, as void."""
    begun = begin(partie, write, {"void": why})
    if begun.made is not None:
        return begun.made
    if begun.chronicle.is_void:
        raise ValidationError(_("The partie is void already."))
    return add_entry(begun, Void(why))


@transaction.atomic
def last_withdraw(
    *, partie: Partie, write: Write, why: str = "", is_one_step: bool = False
) -> Revision:
    """
    Take back what was recorded last: a game, or an event after it.

    Nothing is lost: the withdrawal is a revision beside what was said. With
    *is_one_step* raise ValidationError if a game after it was taken back already.
    """
    begun = begin(partie, write, {"withdraw": why})
    if begun.made is not None:
        return begun.made
    last = Revision.objects.in_force(begun.partie).last()
    if last is None:
        raise ValidationError(_("Nothing has been recorded yet."))
    if last.entry.kind == Kind.RESULT:
        # What is left would be a partie that nobody plays.
        raise ValidationError(
            _("The result of an old partie is not taken back. Make the partie void.")
        )
    if is_one_step:
        refuse_second_step(last.entry, begun.partie.entries.all())
    revision = begun.chain.add(
        entry=last.entry,
        number=last.number + 1,
        said=last.said,
        result=last.result,
        is_withdrawn=True,
        edition=begun.partie.edition,
        reason=why,
        **signed(write.author),
    )
    finish(begun, revision, chronicle_from(begun.partie))
    return revision


def is_second_step(entry: Entry, entries: Iterable[Entry]) -> bool:
    """
    Tell whether a game after *entry* was taken back already.

    *entry* is the last one that holds, or the last game; *entries* are all of its
    partie, those that were taken back too.
    """
    return any(
        one.kind == Kind.GAME and one.place >= entry.position and one.pk != entry.pk
        for one in entries
    )


def refuse_second_step(entry: Entry, entries: Iterable[Entry]) -> None:
    """Raise ValidationError if a game after *entry* was taken back already."""
    if is_second_step(entry, entries):
        raise ValidationError(
            _(
                "A game was taken back already, and none was recorded since. Ask "
                "whoever runs the club to take back more."
            ),
            code="second_step",
        )


# How a write is made ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begun:
    """A write under way: the partie is locked until it is done."""

    partie: Partie
    write: Write
    digest: str
    made: Revision | None
    """What the same write made before, if it was sent twice."""
    chronicle: engine.Chronicle
    chain: Chain
    """To which its revisions are added."""


def begin(partie: Partie, write: Write, content: Mapping[str, Any]) -> Begun:
    """Lock the partie for a write; raise ConflictError or KeyReusedError."""
    locked = Partie.objects.select_for_update().get(pk=partie.pk)
    digest = digest_of(content)
    earlier = locked.submissions.filter(key=write.key).first()
    if earlier is not None and earlier.digest != digest:
        raise KeyReusedError(write.key)
    if earlier is None and locked.version != version_seen(locked, write):
        raise ConflictError(locked)
    made = earlier.revision if earlier is not None else None
    chronicle, chain = chronicle_from(locked), Chain(locked)
    return Begun(locked, write, digest, made, chronicle, chain)


def digest_of(content: Mapping[str, Any]) -> str:
    """Return what tells whether two writes of one key say the same."""
    text = json.dumps(content, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def version_seen(partie: Partie, write: Write) -> int | None:
    """Return the version of *partie* that a write follows; None if it is unknown."""
    if not write.after:
        return write.version
    before = partie.submissions.filter(key=write.after).first()
    return before.version if before is not None else None


def refuse_if_over(chronicle: engine.Chronicle) -> None:
    """Raise ValidationError if nothing can be added to the partie."""
    if chronicle.is_void:
        raise ValidationError(_("The partie is void."), code="void")
    if chronicle.is_finished:
        raise ValidationError(
            _("The partie has ended; no game can follow."), code="finished"
        )


def add_entry(begun: Begun, content: Content) -> Revision:
    """Add an entry to the partie, and all that follows from it."""
    partie, chronicle = begun.partie, begun.chronicle
    last = partie.entries.aggregate(last=Max("place"))["last"] or 0
    entry = Entry(partie=partie, place=last + 1, kind=content.kind)
    # The partie is locked, and the database lets no two have one place.
    entry.clean_fields(exclude=["partie"])
    entry.save(force_insert=True)
    engine.add(chronicle, engine.Happened(entry.pk, content))
    revision = begun.chain.add(
        entry=entry,
        number=1,
        said=content.as_json,
        result=chronicle.games[-1].result
        if isinstance(content, RecordedGame)
        else None,
        edition=partie.edition,
        **signed(begun.write.author),
    )
    _note(begun, revision)
    derive(partie, chronicle, from_place=entry.place, added=revision)
    return revision


def signed(author: Author) -> dict[str, Any]:
    """Return what a revision keeps of its author."""
    return {
        "account": author.account,
        "link": author.link,
        "token": author.token,
        "author": author.written_name[:80],
    }


def finish(
    begun: Begun,
    revision: Revision,
    chronicle: engine.Chronicle,
    *,
    from_place: int | None = None,
) -> None:
    """Note the write and work out what follows from it, from a place on."""
    first = revision.entry.position if from_place is None else from_place
    _note(begun, revision)
    derive(begun.partie, chronicle, from_place=first)


def _note(begun: Begun, revision: Revision) -> None:
    """Note the write, so that it is made once however often it is sent."""
    begun.partie.version += 1
    Submission.objects.create(
        partie=begun.partie,
        key=begun.write.key,
        digest=begun.digest,
        revision=revision,
        version=begun.partie.version,
    )
