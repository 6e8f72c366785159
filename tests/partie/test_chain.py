"""The chain of revisions: whatever is rewritten behind the site's back shows."""

import datetime as dt
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, models
from django.test import Client
from django.utils import timezone

from clubscore.archive.transfer.export import club_file
from clubscore.archive.transfer.importer import club_import, file_read
from clubscore.archive.transfer.rows import FileError
from clubscore.club.initials import name_show, name_withhold
from clubscore.club.models import Account, Club, Player, Role, Season
from clubscore.club.services import token_make
from clubscore.partie.audit import RECOUNTED, differences, rebuild
from clubscore.partie.chain import club_head, published
from clubscore.partie.entries import Kind
from clubscore.partie.maintenance import guard_faults, maintenance
from clubscore.partie.models import Entry, Evening, Partie, Revision, Seat
from clubscore.partie.services import (
    Author,
    Write,
    booking_record,
    game_record,
    last_withdraw,
    link_make,
    partie_start,
)
from clubscore.rules.table.counted_game import CountedGame
from tests.archive.transfer.clubs import content_of, exported, fill
from tests.partie.test_audit import audit
from tests.partie.test_services import DRAW, record, write

chain_up = import_module(
    "clubscore.partie.migrations.0012_chain_of_what_is_there"
).chain_up

Spoil = Callable[[Partie], object]


@pytest.fixture
def written(partie: Partie, club: Club, administrator: Account) -> Partie:
    """Return a partie in which an account, a link and a token have written."""
    link = link_make(partie=partie)
    token, _secret = token_make(club=club, name="Scoreboard", role=Role.SCOREKEEPER)
    authors = (
        Author(administrator),
        Author(link=link, name="Ben"),
        Author(token=token),
    )
    for place, author in enumerate(authors):
        version = Partie.objects.get(pk=partie.pk).version
        game_record(
            partie=partie, write=Write(author, version, f"{place}"), record=DRAW
        )
    record(partie)
    last_withdraw(partie=partie, write=write(partie), why="misread")
    anna, ben = (seat.player for seat in partie.seats.all()[:2])
    booking_record(
        partie=partie,
        write=write(partie),
        payer=anna,
        payee=ben,
        amount=10,
        why="a fine",
    )
    return Partie.objects.select_related("season", "evening").get(pk=partie.pk)


@contextmanager
def guards_down() -> Iterator[None]:
    """Let revisions be written over, as who has the database in hand can do."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            connection.check_constraints()  # nothing waits for the end any more
            cursor.execute("ALTER TABLE partie_revision DISABLE TRIGGER USER")
            yield
            connection.check_constraints()
            cursor.execute("ALTER TABLE partie_revision ENABLE TRIGGER USER")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _text in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _name, text in triggers:
            cursor.execute(text)


def edited(**values: Any) -> Spoil:
    """Return what changes columns of the first revision."""

    def spoil(partie: Partie) -> None:
        first = Revision.objects.filter(entry__partie=partie).earliest("pk")
        with guards_down():
            assert Revision.objects.filter(pk=first.pk).update(**values) == 1

    return spoil


def other_said(partie: Partie) -> None:
    first = Revision.objects.filter(entry__partie=partie).earliest("pk")
    edited(said=first.said | {"remark": "not what was said"})(partie)


def other_result(partie: Partie) -> None:
    first = Revision.objects.filter(entry__partie=partie).earliest("pk")
    assert first.result is not None
    edited(result=first.result | {"warnings": [{"code": "new"}]})(partie)


def other_number(partie: Partie) -> None:
    """Let a game count that was taken back."""
    first, back = Revision.objects.filter(entry__revisions__is_withdrawn=True)
    with guards_down():
        for revision, number in ((first, 9), (back, 1), (first, 2)):
            Revision.objects.filter(pk=revision.pk).update(number=number)


def other_account(partie: Partie) -> None:
    edited(account=Account.objects.create_user("otto"))(partie)


def no_link(partie: Partie) -> None:
    with guards_down():
        assert Revision.objects.exclude(link=None).update(link=None) == 1


def no_token(partie: Partie) -> None:
    with guards_down():
        assert Revision.objects.exclude(token=None).update(token=None) == 1


def as_if_elsewhere(partie: Partie) -> None:
    """Change an account under cover of a file that it came with."""
    first = Revision.objects.filter(entry__partie=partie).earliest("pk")
    was = {"account": first.account_id, "link": None, "token": None}
    edited(elsewhere=was, account=None)(partie)


def replaced(partie: Partie) -> None:
    """Write a revision over as `INSERT OR REPLACE` does in a shell."""
    first = Revision.objects.filter(entry__partie=partie).earliest("pk")
    columns = [field.column for field in Revision._meta.concrete_fields]
    quoted = ", ".join(f'"{name}"' for name in columns)
    other = ", ".join("'Otto'" if name == "author" else f'"{name}"' for name in columns)
    source = f"SELECT {other} FROM partie_revision WHERE id = %s"  # noqa: S608
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            # A shell does not turn on what makes a replacement a deletion.
            cursor.execute("PRAGMA recursive_triggers = OFF")
            cursor.execute(
                f"INSERT OR REPLACE INTO partie_revision ({quoted}) {source}",
                [first.pk],
            )
            cursor.execute("PRAGMA recursive_triggers = ON")
            return
        cursor.execute(
            "CREATE TEMPORARY TABLE other ON COMMIT DROP AS " + source, [first.pk]
        )
        with guards_down():
            cursor.execute("ALTER TABLE partie_revision DISABLE TRIGGER ALL")
            cursor.execute("DELETE FROM partie_revision WHERE id = %s", [first.pk])
            cursor.execute(
                f"INSERT INTO partie_revision ({quoted}) SELECT * FROM other"  # noqa: S608
            )
            cursor.execute("ALTER TABLE partie_revision ENABLE TRIGGER ALL")


def past_the_triggers(partie: Partie) -> None:
    """Write a revision over while all triggers are there, and seem to be on."""
    if connection.vendor == "sqlite":
        replaced(partie)
        return
    first = Revision.objects.filter(entry__partie=partie).earliest("pk")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        assert Revision.objects.filter(pk=first.pk).update(author="Otto") == 1
        cursor.execute("SET LOCAL session_replication_role = origin")


def past_another_trigger(partie: Partie) -> None:
    """Have another author written than who spoke, by what goes again."""
    made, gone = ANOTHER[connection.vendor]
    with connection.cursor() as cursor, guards_down():
        cursor.execute(made)
        record(partie)
        cursor.execute(gone)


ANOTHER = {
    "sqlite": (
        """CREATE TRIGGER other AFTER INSERT ON partie_revision BEGIN
        UPDATE partie_revision SET author = 'Otto' WHERE id = NEW.id; END""",
        "DROP TRIGGER other",
    ),
    "postgresql": (
        """CREATE RULE other AS ON INSERT TO partie_revision DO ALSO
        UPDATE partie_revision SET author = 'Otto' WHERE entry_id = NEW.entry_id""",
        "DROP RULE other ON partie_revision",
    ),
}
"""What a trigger, or a rule, has done to what is written; and its end."""


def lose(revision: Revision) -> None:
    with maintenance():
        revision.submission_set.all().delete()
        Revision.objects.filter(pk=revision.pk).delete()
        Entry.objects.filter(pk=revision.entry_id, revisions=None).delete()


def lose_last(partie: Partie) -> None:
    lose(Revision.objects.filter(entry__partie=partie).latest("pk"))


def lose_withdrawal(partie: Partie) -> None:
    lose(Revision.objects.get(is_withdrawn=True))


def slip_in(partie: Partie) -> None:
    last = Revision.objects.filter(entry__partie=partie).latest("pk")
    last.pk, last.number, last.author, last.before = None, 2, "Otto", partie.head
    last._state.adding = True
    last.save()


def swap_entries(partie: Partie) -> None:
    first, second = partie.entries.all()[:2]
    for entry, place in ((first, 100), (second, first.place), (first, second.place)):
        Entry.objects.filter(pk=entry.pk).update(place=place)


def other_kind(partie: Partie) -> None:
    partie.entries.filter(kind=Kind.BOOKING).update(kind=Kind.END)


def other_rules(partie: Partie) -> None:
    Partie.objects.filter(pk=partie.pk).update(start_chips=partie.start_chips + 1)


def other_seats(partie: Partie) -> None:
    one, other = partie.seats.all()[2:]
    for seat, place in ((one, 9), (other, one.place), (one, other.place)):
        partie.seats.filter(pk=seat.pk).update(place=place)


def other_player(partie: Partie) -> None:
    seat = partie.seats.latest("place")
    new = Player.objects.create(club=partie.club, name="Otto", slug="otto")
    partie.seats.filter(pk=seat.pk).update(player=new)


def other_season(partie: Partie) -> None:
    season = Season.objects.create(
        club=partie.club,
        name="2025",
        slug="2025",
        starts_on=dt.date(2025, 1, 1),
        ruleset="nts",
    )
    Partie.objects.filter(pk=partie.pk).update(season=season)


def other_head(partie: Partie) -> None:
    Partie.objects.filter(pk=partie.pk).update(head="0" * 64)


LATER = dt.datetime(2026, 12, 1, tzinfo=dt.UTC)
BROKEN = "the chain is broken"


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(other_said, id="said"),
        pytest.param(other_result, id="result"),
        pytest.param(edited(is_withdrawn=True), id="is_withdrawn"),
        other_number,
        pytest.param(edited(edition="older"), id="edition"),
        pytest.param(other_account, id="account"),
        pytest.param(no_link, id="link"),
        pytest.param(no_token, id="token"),
        pytest.param(edited(author="Otto"), id="author"),
        pytest.param(edited(reason="a better one"), id="reason"),
        pytest.param(edited(made_at=LATER), id="made_at"),
        pytest.param(edited(before="0" * 64), id="before"),
        as_if_elsewhere,
        replaced,
        past_the_triggers,
        past_another_trigger,
        lose_last,
        lose_withdrawal,
        slip_in,
        swap_entries,
        other_kind,
        other_rules,
        other_seats,
        other_player,
        other_season,
        other_head,
    ],
)
def test_audit_notices_what_was_rewritten_and_a_rebuild_hides_nothing(
    written: Partie, capsys: pytest.CaptureFixture[str], spoil: Spoil
) -> None:
    assert list(differences()) == []
    assert list(guard_faults()) == []
    before = club_head(written.club)
    spoil(written)
    assert list(guard_faults()) == []  # whoever did it has tidied up
    status, text = audit(capsys)
    assert status == 1
    assert BROKEN in text
    rebuild(written)
    status, text = audit(capsys)
    assert status == 1
    assert BROKEN in text
    assert before in text or club_head(written.club) != before


PROVES_NOTHING = {
    *((Partie, "version"), (Evening, "version")),  # count writes for those who write
    *((Partie, "start_key"), (Partie, "start_digest")),  # of a form that is sent twice
}
COLUMNS = [
    (model, field.name)
    for model in (Revision, Entry, Partie, Seat, Evening)
    for field in model._meta.concrete_fields
    if not field.primary_key and (model, field.name) not in PROVES_NOTHING
]


def other_row(partie: Partie, field: "models.ForeignKey[Any, Any]", now: Any) -> int:
    """Return what a column could point to instead: a row that there is."""
    model = field.related_model
    assert isinstance(model, type)
    if model is Club:
        return Club.objects.create(name="Other", slug="other").pk
    if model is Evening:
        day = dt.date(2025, 1, 1)
        return Evening.objects.create(club=partie.club, date=day).pk
    if model is Season:
        other_season(partie)
        return Season.objects.get(slug="2025").pk
    if model is Player:
        return Player.objects.create(club=partie.club, name="Otto", slug="otto").pk
    if model is Partie:
        other = Partie.objects.get(pk=partie.pk)
        other.pk, other.number = None, 99
        other._state.adding = True
        other.start_key = None
        other.save()
        return int(other.pk)
    found = model._default_manager.exclude(pk=now)
    return int(found.earliest("pk").pk)


def other_value(partie: Partie, field: "models.Field[Any, Any]", now: Any) -> Any:
    """Return something else that a column can hold."""
    match field:
        case models.ForeignKey():
            return other_row(partie, field, now)
        case models.BooleanField():
            return not now
        case models.DateTimeField():
            return (now or LATER) + dt.timedelta(seconds=1)
        case models.DateField():
            return now + dt.timedelta(days=1)
        case models.IntegerField():
            return (now or 0) + 7
        case models.JSONField():
            return {"other": 1}
        case _:
            return f"{(now or '')[:-1]}x"


@pytest.mark.parametrize(
    ("model", "name"), COLUMNS, ids=[f"{one.__name__}.{name}" for one, name in COLUMNS]
)
def test_audit_notices_another_value_in_any_column(
    written: Partie, model: type[models.Model], name: str
) -> None:
    rows = {
        Revision: Revision.objects.filter(entry__partie=written),
        Entry: written.entries.all(),
        Partie: Partie.objects.filter(pk=written.pk),
        Seat: written.seats.all(),
        Evening: Evening.objects.filter(pk=written.evening_id),
    }[model]
    # No entry has two revisions of one number, wherever it is put.
    row = rows.latest("number" if model is Revision else "pk")
    field = model._meta.get_field(name)
    assert isinstance(field, models.Field)
    other = other_value(written, field, getattr(row, field.attname))
    with guards_down():
        assert rows.filter(pk=row.pk).update(**{field.attname: other}) == 1
    assert list(differences())


def test_who_makes_the_whole_chain_anew_cannot_keep_the_head_that_was_published(
    written: Partie,
) -> None:
    before = club_head(written.club)
    told = exported(written.club)
    told["parties"][0]["revisions"][0]["author"] = "Otto"
    told["parties"][0]["head"] = None
    made = club_import(file_read(content_of(told)), slug="again")
    assert list(differences()) == []
    assert club_head(made.club) != before


def test_a_partie_that_is_gone_is_missed(
    written: Partie,
    season: Season,
    players: list[Player],
    capsys: pytest.CaptureFixture[str],
) -> None:
    partie_start(season=season, players=players, day=dt.date(2026, 11, 17))
    with maintenance():
        Revision.objects.all().delete()
        Partie.objects.get(pk=written.pk).delete()
    status, text = audit(capsys)
    assert status == 1
    assert "groene-hart, partie 1: is missing" in text


# What keeps revisions in the database ---------------------------------------------


def drop_one(name: str) -> None:
    on = " ON partie_revision" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        connection.check_constraints()
        cursor.execute(f"DROP TRIGGER {name}{on}")


def no_trigger() -> None:
    is_sqlite = connection.vendor == "sqlite"
    drop_one("partie_revision_no_update" if is_sqlite else "partie_revision_no_change")


def idle_trigger() -> None:
    """Let a trigger of that name do nothing, or turn it off."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            connection.check_constraints()
            cursor.execute(
                "ALTER TABLE partie_revision DISABLE TRIGGER partie_revision_no_change"
            )
            return
        drop_one("partie_revision_no_delete")
        cursor.execute(
            "CREATE TRIGGER partie_revision_no_delete BEFORE DELETE ON partie_revision"
            " WHEN 1 = 2 BEGIN SELECT RAISE(ABORT, 'a revision is never deleted'); END"
        )


def idle_function() -> None:
    if connection.vendor != "postgresql":
        drop_one("partie_revision_no_delete")
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE OR REPLACE FUNCTION partie_revision_stays() RETURNS trigger"
            " LANGUAGE plpgsql AS $$ BEGIN RETURN COALESCE(NEW, OLD); END $$"
        )


def resting_triggers() -> None:
    """Let triggers rest that are on, as a standing setting of the database can."""
    if connection.vendor != "postgresql":
        no_trigger()
        return
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")


def standing_rule() -> None:
    """Turn each change into nothing, before a trigger sees it."""
    with connection.cursor() as cursor:
        cursor.execute(
            # Not hidden by what has its name.
            "CREATE RULE partie_revision_stays AS ON UPDATE TO partie_revision"
            " DO INSTEAD NOTHING"
            if connection.vendor == "postgresql"
            else "CREATE TRIGGER other AFTER INSERT ON partie_revision"
            " BEGIN SELECT 1; END"
        )


def switch_on() -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE partie_maintenance SET is_on = %s", [True])


def no_switch() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM partie_maintenance")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (no_trigger, "is gone or turned off"),
        (idle_trigger, "partie_revision_no_"),
        (idle_function, "partie_revision_"),
        (resting_triggers, "is gone or turned off"),
        (standing_rule, "there is a trigger or rule that is not ours: "),
        (switch_on, "the maintenance switch is not off"),
        (no_switch, "the maintenance switch is not off"),
    ],
)
def test_audit_notices_that_the_database_would_let_revisions_go(
    written: Partie,
    capsys: pytest.CaptureFixture[str],
    spoil: Callable[[], None],
    said: str,
) -> None:
    spoil()
    status, text = audit(capsys)
    assert status == 1
    assert said in text


def test_the_chain_that_is_made_at_first_takes_what_was_recorded_meanwhile(
    written: Partie,
) -> None:
    """The version before records without a chain, and may still be serving."""
    head = written.head
    lone = Revision.objects.filter(entry__partie=written).latest("pk")
    with guards_down():
        Revision.objects.filter(pk=lone.pk).update(before=None)
    Partie.objects.filter(pk=written.pk).update(head=lone.before)
    assert list(differences())
    chain_up(apps, SimpleNamespace(connection=connection))
    assert list(differences()) == []
    assert list(guard_faults()) == []
    assert Partie.objects.get(pk=written.pk).head == head


# The head of a club -----------------------------------------------------------------


def test_a_rebuild_continues_the_chain(
    written: Partie, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(written)
    game = written.games.get(number=4)
    chain = Partie.objects.get(pk=written.pk).head
    assert game.revision.result is not None
    other: Any = {**game.revision.result, "warnings": [{"code": "x"}]}
    true = Revision.objects.in_force(written).get(entry=game.entry_id).result
    assert other != true
    monkeypatch.setattr(
        "clubscore.partie.engine.chronicles.counted",
        lambda *_said: CountedGame(other, ()),
    )
    assert rebuild(written)
    monkeypatch.undo()
    anew = Revision.objects.filter(reason=RECOUNTED).earliest("pk")
    assert anew.before == chain
    assert not [one for one in differences() if BROKEN in one.what]


def test_the_head_before_a_moment_is_the_same_ever_after(
    season: Season,
    players: list[Player],
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club, began = season.club, timezone.now()
    day = dt.date(2026, 11, 17)
    partie = partie_start(season=season, players=players, day=day)
    record(partie)
    first, then = club_head(club), timezone.now()
    record(partie)
    last_withdraw(partie=partie, write=write(partie))
    partie_start(season=season, players=players, day=day)
    assert club_head(club) != first
    assert club_head(club, then) == first
    assert club_head(club, began) == ""
    # Pages show what was settled when the day began.
    page = "/groene-hart/seasons/2026/"
    assert "proof" not in client.get(page).content.decode()
    monkeypatch.setattr("clubscore.partie.chain.midnight", lambda _day: then)
    # On another day the page is made anew.
    monkeypatch.setattr("clubscore.partie.versions.day_published", lambda: day)
    assert first in client.get(page).content.decode()


def test_the_command_prints_the_head_of_a_day(
    written: Partie, capsys: pytest.CaptureFixture[str]
) -> None:
    _status, text = audit(capsys)
    assert f"groene-hart: head {club_head(written.club)}\n" in text
    call_command("audit", "--before=2020-01-01")
    assert "head" not in capsys.readouterr().out


# A club that moves --------------------------------------------------------------------


def check(root: Path, file: Path, *options: str) -> tuple[int, str]:
    """Run the script that anybody can check a file with."""
    script = root / "docs" / "check_club.py"
    command = [sys.executable, str(script), str(file), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_anybody_can_check_a_club_from_its_file_alone(
    season: Season, players: list[Player], root: Path, tmp_path: Path
) -> None:
    fill(season.club, season, players)
    file = tmp_path / "club.json"
    told = exported(season.club)
    file.write_bytes(content_of(told))
    assert check(root, file) == (0, f"head {club_head(season.club)}\n")
    assert check(root, file, "--before", "2020-01-01T00:00+00:00") == (0, "head none\n")
    told["parties"][2]["revisions"][0]["reason"] = "a better one"
    file.write_bytes(content_of(told))
    status, text = check(root, file)
    assert status == 1
    assert text.startswith("partie 3: the chain does not hold\n")


def test_a_club_takes_its_chains_along(season: Season, players: list[Player]) -> None:
    fill(season.club, season, players)
    head = club_head(season.club)
    told = exported(season.club)
    made = club_import(file_read(content_of(told)), slug="again")
    assert club_head(made.club) == head
    assert list(differences()) == []
    moved = Revision.objects.filter(entry__partie__club=made.club)
    with guards_down():
        moved.filter(pk=moved.exclude(link=None).earliest("pk").pk).update(link=None)
    (found,) = differences()
    assert "who is here who wrote it elsewhere" in found.what


def test_a_file_whose_chain_does_not_hold_is_refused_unless_it_begins_anew(
    written: Partie,
) -> None:
    told = exported(written.club)
    told["parties"][0]["revisions"][1]["author"] = "Otto"
    with pytest.raises(FileError, match="partie 1: its chain does not hold"):
        club_import(file_read(content_of(told)), slug="again")
    made = club_import(file_read(content_of(told)), slug="again", makes_chains=True)
    assert list(differences()) == []
    assert Revision.objects.filter(entry__partie__club=made.club, author="Otto")


def test_a_file_of_the_first_version_is_read_and_its_chains_begin(
    written: Partie,
) -> None:
    told = exported(written.club) | {"version": 1}
    for player in told["players"]:
        del player["uid"]
    for partie in told["parties"]:
        del partie["head"]
        for revision in partie["revisions"]:
            del revision["by"]
    made = club_import(file_read(content_of(told)), slug="again")
    assert list(differences()) == []
    assert club_head(made.club)


def test_a_file_without_a_name_has_no_hash_to_try_names_against(
    season: Season, players: list[Player], root: Path, tmp_path: Path
) -> None:
    partie = fill(season.club, season, players)
    told = json.loads("".join(club_file(Club.objects.get())))
    assert [one["head"] is None for one in told["parties"]].count(True) == 1
    assert told["parties"][partie.number - 1]["head"] is None
    name_withhold(player=players[0])
    assert all(one["head"] for one in exported(season.club)["parties"])
    file = tmp_path / "club.json"
    file.write_bytes(content_of(told))
    status, text = check(root, file)
    assert status == 1
    assert text.endswith("head unknown: initials stand for a name that was hashed\n")


def test_no_page_shows_a_head_to_try_names_against(
    season: Season,
    players: list[Player],
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fill(season.club, season, players)
    then = timezone.now()
    monkeypatch.setattr("clubscore.partie.chain.midnight", lambda _day: then)
    club = Club.objects.get()
    for player in club.players.exclude(withheld_key=""):
        name_show(player=player)
    # Nor where initials stand for somebody who has closed the account.
    assert published(club) is None
    club.former_authors.all().delete()
    page = "/groene-hart/seasons/2026/"
    head = club_head(club)
    assert head in client.get(page).text
    name_withhold(player=players[0])
    assert published(Club.objects.get()) is None
    assert "proof" not in client.get(page).text
    name_show(player=players[0])
    assert head in client.get(page).text
