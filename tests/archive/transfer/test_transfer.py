"""A club that moves: what is read back is what was written."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker

from clubscore.archive.transfer.export import club_file
from clubscore.archive.transfer.importer import club_import, file_read
from clubscore.archive.transfer.rows import FileError
from clubscore.archive.transfer.shapes import VERSION, ClubFile
from clubscore.club.initials import withheld_in
from clubscore.club.models import Account, Club, Player, Role, Season
from clubscore.club.new_passwords import why_not
from clubscore.club.services import player_called
from clubscore.partie.audit import RECOUNTED, differences, differences_of
from clubscore.partie.engine import RulesError
from clubscore.partie.merge import player_part
from clubscore.partie.models import Revision
from clubscore.partie.services import partie_end, partie_void
from clubscore.season.models import HeadToHead, LimitHandMade, RatingChange, Tally
from clubscore.season.standings import leaderboard_of
from tests.archive.transfer.clubs import (
    File,
    content_of,
    exported,
    fill,
    forget,
    spoilt,
)
from tests.conftest import CAST, players_in
from tests.corrections.test_correcting import do_something
from tests.partie.rule_books import start_in
from tests.season.played import write

pytestmark = pytest.mark.django_db


@pytest.fixture
def full(club: Club, season: Season, players: list[Player]) -> Club:
    """Return a club in which everything has happened that can."""
    fill(club, season, players)
    return Club.objects.get(pk=club.pk)


@pytest.fixture(scope="module")
def file_of_full(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> bytes:
    """Return the file of such a club, written once; the club itself is gone again."""
    with django_db_blocker.unblock(), transaction.atomic():
        club = Club.objects.create(name="De Draak", slug="draak")
        season = Season.objects.create(
            club=club, name="2026", slug="2026", starts_on="2026-01-01", ruleset="nts"
        )
        fill(club, season, players_in(club, *CAST))
        content = content_of(exported(Club.objects.get(pk=club.pk)))
        transaction.set_rollback(True)
    return content


def standings_in(club: Club) -> list[Any]:
    """Return what the leaderboards of a club say."""
    return [
        (season.slug, row.name, row.line.place, row.points, row.line.given)
        for season in club.seasons.order_by("slug")
        for row in leaderboard_of(season).rows
    ]


def statistics_in(club: Club) -> list[Any]:
    """Return all that is counted in a club, with names instead of ids."""
    found: list[Any] = []
    for model in (Tally, HeadToHead, LimitHandMade, RatingChange):
        for row in model._default_manager.filter(partie__club=club):
            values: dict[str, Any] = {"partie": row.partie.number}
            for field in row._meta.concrete_fields:
                value = getattr(row, field.name)
                if field.name not in ("id", "partie"):
                    values[field.name] = (
                        value.name if isinstance(value, Player) else value
                    )
            if isinstance(row, RatingChange):
                values["pairs"] = [
                    [Player.objects.get(pk=other).name, *told]
                    for other, *told in row.pairs
                ]
            found.append(values)
    return sorted(found, key=repr)


def test_what_is_read_back_is_what_was_written(full: Club) -> None:
    told = exported(full)
    before = standings_in(full), statistics_in(full)
    assert all(before)
    forget(full)
    made = club_import(file_read(content_of(told)))
    assert made.recounted == 0
    assert list(differences()) == []
    assert exported(made.club) == told
    assert (standings_in(made.club), statistics_in(made.club)) == before


def test_a_club_can_be_read_beside_itself(full: Club) -> None:
    told = exported(full)
    made = club_import(file_read(content_of(told)), slug="again")
    copy = exported(made.club)
    assert copy["club"].pop("slug") == "again"
    assert told["club"].pop("slug") == "groene-hart"
    # The account is here already, and may be somebody else's.
    assert [one["account"] for one in told.pop("members")] == ["willem", "annie"]
    assert copy.pop("members") == []
    assert "“willem”" in made.notes[0]
    authors = [
        (one["account"], one["author"])
        for partie in copy["parties"]
        for one in partie["revisions"]
    ]
    assert (None, "willem") in authors
    assert standings_in(made.club) == standings_in(full)
    assert list(differences()) == []


# People -----------------------------------------------------------------------------


def test_who_logs_in_comes_back_by_a_link_to_a_new_password(full: Club) -> None:
    told = exported(full)
    forget(full)
    made = club_import(file_read(content_of(told)))
    member = made.club.members.get(account__username="willem")
    assert (member.role, member.player) == (
        Role.ADMINISTRATOR,
        made.club.players.get(name="Ben"),
    )
    assert not member.account.has_usable_password()
    assert why_not(member.account, made.club) == ""
    # Whoever was a member no longer has an account no longer.
    assert not Account.objects.filter(username="gone").exists()
    assert Revision.objects.filter(author="gone", account=None).exists()


def test_who_closed_the_account_comes_back_by_initials_alone(full: Club) -> None:
    told = exported(full)
    forget(full)
    made = club_import(file_read(content_of(told)))
    (author,) = made.club.former_authors.all()
    assert author.initials == "C."
    assert not author.account.is_active
    assert Revision.objects.filter(author="Connie", account=author.account).exists()
    assert "Connie" not in "".join(club_file(Club.objects.get(pk=made.club.pk)))


def test_nobody_here_is_taken_for_somebody_who_closed_an_account(full: Club) -> None:
    told = exported(full)
    told["former_authors"][0]["account"] = "annie"
    told["members"] = []
    with pytest.raises(FileError, match="somebody here has an account"):
        club_import(file_read(content_of(told)), slug="again")


def test_an_account_that_is_here_is_joined_where_that_is_asked(full: Club) -> None:
    made = club_import(
        file_read(content_of(exported(full))), slug="again", joins_accounts=True
    )
    assert made.notes == []
    account = Account.objects.get(username="willem")
    assert account.check_password("tiles and winds")
    assert account.memberships.count() == 2
    assert account.revision_set.filter(entry__partie__club=made.club).exists()


def test_a_name_that_is_withheld_is_in_no_file_that_others_are_given(
    full: Club,
) -> None:
    public = "".join(club_file(full))
    assert "Cleo" not in public
    assert "C." in public
    whole = exported(full)
    (cleo,) = (one for one in whole["players"] if one["withheld_name"])
    assert (cleo["name"], cleo["withheld_name"]) == ("C.", "Cleo")
    # Either is read back.
    for number, told in enumerate((json.loads(public), whole)):
        made = club_import(file_read(content_of(told)), slug=f"again-{number}")
        assert exported(made.club)["players"] == told["players"]
    assert player_called(club=made.club, name="cleo") is not None


def test_names_that_were_merged_are_parted_after_the_way_through_a_file(
    full: Club,
) -> None:
    told = exported(full)
    forget(full)
    club = club_import(file_read(content_of(told))).club
    ann, annie = (club.players.get(name=name) for name in ("Ann", "Annie"))
    assert ann.merged_into == annie.merged_into
    account = club.members.get(account__username="annie")
    assert (account.player, account.linked_to) == (annie.merged_into, ann)
    player_part(player=annie)
    ann.refresh_from_db()
    account.refresh_from_db()
    assert (ann.merged_into, ann.merged_through, account.player) == (annie, None, annie)
    player_part(player=ann)
    account.refresh_from_db()
    assert (account.player, account.linked_to) == (ann, None)


def test_files_of_before_names_could_be_parted_are_read(full: Club) -> None:
    told = exported(full)
    for name, rows in (("merged_through", "players"), ("linked_to", "members")):
        for one in told[rows]:
            del one[name]
    club = club_import(file_read(content_of(told)), slug="again").club
    ann = club.players.get(name="Ann")
    assert ann.merged_into == club.players.get(name="Anna")
    assert player_part(player=ann).merged_into is None


def test_files_of_before_have_two_who_are_one_name_by_now(full: Club) -> None:
    told = exported(full)
    by_name = {one["name"]: one for one in told["players"]}
    by_name["Ben"]["name"], by_name["Dirk"]["name"] = "Jorgen", "Jørgen"
    by_name["Ann"]["name"], by_name["Annie"]["name"] = "Łu", "Lu"  # both merged
    by_name["C."]["withheld_name"], by_name["Anna"]["name"] = "Søren", "Soren"
    club = club_import(file_read(content_of(told)), slug="again").club
    names = {"Jorgen", "Jørgen 2", "Lu", "Łu 2", "C.", "Soren 2"}
    assert names <= set(club.players.values_list("name", flat=True))
    assert withheld_in(club).told("Søren") == "C."
    # The file of that club is read as it is.
    anew = club_import(file_read(content_of(exported(club))), slug="anew").club
    assert exported(anew)["players"] == exported(club)["players"]


# What a file cannot say ---------------------------------------------------------------


def test_a_result_that_its_game_does_not_come_to_is_counted_anew(full: Club) -> None:
    told = exported(full)
    result = told["parties"][0]["revisions"][0]["result"]
    result["scores"]["E"] += 1000
    told["parties"][0]["head"] = None
    made = club_import(file_read(content_of(told)), slug="again")
    assert made.recounted == 1
    assert statistics_in(made.club) == statistics_in(full)
    assert list(differences()) == []
    (anew,) = Revision.objects.filter(reason=RECOUNTED)
    assert anew.number == 2


def some_club(told: File) -> None:
    told["format"] = "a-club"


def future(told: File) -> None:
    told["version"] = VERSION + 1


def no_player(told: File) -> None:
    told["parties"][0]["seats"][0] = 99


def two_players(told: File) -> None:
    told["players"][1]["name"] = told["players"][0]["name"]


def ring(told: File) -> None:
    for one, other in ((0, 1), (1, 0)):
        told["players"][one]["merged_into"] = told["players"][other]["id"]


def aside(told: File) -> None:
    by_name = {one["name"]: one for one in told["players"]}
    by_name["Ann"]["merged_through"] = by_name["Ben"]["id"]


def ring_between(told: File) -> None:
    by_name = {one["name"]: one for one in told["players"]}
    by_name["Annie"]["merged_through"] = by_name["Ann"]["id"]


def no_rules(told: File) -> None:
    told["parties"][0]["options"]["minimum"] = "lots"


def no_game(told: File) -> None:
    outcome = {"kind": "win", "winner": "5", "source": "wall"}
    told["parties"][0]["revisions"][0]["said"]["outcome"] = outcome


def gap(told: File) -> None:
    told["parties"][0]["revisions"][0]["number"] = 2


def far_off(told: File) -> None:
    told["parties"][1]["made_at"] = "0001-01-01T00:00:00+14:00"


def nul(told: File) -> None:
    told["parties"][0]["revisions"][0]["said"]["remark"] = "a\0b"


def missing(told: File) -> None:
    told["parties"][-1]["number"] += 2


def after_the_end(told: File) -> None:
    entries, revisions = (told["parties"][1][name] for name in ("entries", "revisions"))
    entries[0]["place"], entries[1]["place"] = 2, 1
    revisions[0]["entry"], revisions[1]["entry"] = 2, 1


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (some_club, "format: Input should be 'clubscore-club'"),
        (future, "version: Input should be 1, 2 or 3"),
        (no_player, "partie 1: there is no player 99 in the file"),
        (two_players, "player"),
        (ring, "was merged in a ring"),
        (ring_between, "was merged in a ring"),
        (aside, "was merged through somebody else"),
        (no_rules, "partie 1: "),
        (no_game, "partie 1, entry 1"),
        (gap, "partie 1: entry 1, revision 2: the revisions of an entry count up"),
        (far_off, "parties.1.made_at: Value error, not a time of ours"),
        (nul, "parties.0.revisions.0.said: Value error, a text holds the sign NUL"),
        (missing, "parties: Value error, their numbers are not 1 to 5"),
        (after_the_end, "partie 2, entry 2: it comes after the end of the partie"),
    ],
)
def test_a_wrong_file_says_where_and_nothing_is_written(
    club: Club,
    file_of_full: bytes,
    spoil: Callable[[File], None],
    said: str,
) -> None:
    told = json.loads(file_of_full)
    spoil(told)
    with pytest.raises(FileError) as raised:
        club_import(file_read(content_of(told)))
    assert said in str(raised.value)
    assert Club.objects.get() == club
    assert not Account.objects.exists()


def lists_in(schema: object) -> Iterator[dict[str, Any]]:
    """Yield every list of a shape; what a text or an entry holds is read as it is."""
    if isinstance(schema, list):
        for one in schema:
            yield from lists_in(one)
    elif isinstance(schema, dict):
        if schema.get("type") == "list":
            yield schema
        for name, one in schema.items():
            if name not in ("python_schema", "metadata"):
                yield from lists_in(one)


def test_no_list_of_a_file_is_read_on_after_a_fault() -> None:
    # 60 kB of "{}" gave 300 000 faults, which took 134 MB.
    lists = list(lists_in(ClubFile.__pydantic_core_schema__))
    assert len(lists) > 20
    assert all(one.get("fail_fast") for one in lists)


def test_many_faults_take_no_room(file_of_full: bytes) -> None:
    told = json.loads(file_of_full)
    told["parties"] = told["players"] = [{}] * 10_000
    with pytest.raises(FileError) as raised:
        file_read(content_of(told))
    assert re.search(r"and \d\d more faults", str(raised.value))


def test_the_address_of_a_club_that_is_here_is_not_taken(full: Club) -> None:
    with pytest.raises(FileError, match="“groene-hart” here already"):
        club_import(file_read(content_of(exported(full))))


MUTATIONS = 40


def test_a_mutated_file_is_told_or_read_and_never_half_written(full: Club) -> None:
    told = exported(full)
    told["club"]["slug"] = "mutated"
    told["parties"] = told["parties"][:2]
    for partie in told["parties"]:
        partie["head"] = (
            None  # else whatever is changed in it is refused for that alone
        )
    rng, read = Random(7), 0
    for _ in range(MUTATIONS):
        other = spoilt(rng, told)
        with transaction.atomic():
            made = None
            # It may be no club's any more, but then it is said so.
            with suppress(FileError):
                made = club_import(file_read(content_of(other)))
            if made is None:
                assert Club.objects.get() == full
            else:
                read += 1
                for partie in made.club.parties.all():
                    assert list(differences_of(partie)) == []
                again = content_of(exported(made.club))
                club_import(file_read(again), slug="again")
            transaction.set_rollback(True)
    assert 0 < read < MUTATIONS


# The commands -------------------------------------------------------------------------


def test_the_commands_move_a_club(
    full: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = exported(full)
    file = tmp_path / "club.json"
    call_command("export_club", "groene-hart", out=file)
    assert json.loads(file.read_text()) == told
    assert file.stat().st_mode & 0o077 == 0
    assert "5 parties" in capsys.readouterr().err
    with pytest.raises(CommandError, match="Nothing was written"):
        call_command("import_club", file)
    call_command("import_club", file, slug="again")
    written = capsys.readouterr()
    assert written.out == "Het Groene Hart: 5 parties, at /again/\n"
    assert "“willem”" in written.err
    call_command("audit")
    assert "no differences" in capsys.readouterr().out
    call_command("export_club", "again")
    assert json.loads(capsys.readouterr().out)["club"]["slug"] == "again"


@pytest.mark.parametrize("name", ["export_club", "import_club"])
def test_a_command_says_what_it_cannot_find(db: None, name: str) -> None:
    with pytest.raises(CommandError, match="nowhere"):
        call_command(name, "nowhere")


def test_a_file_that_is_none_is_told_without_a_traceback(
    db: None, tmp_path: Path
) -> None:
    file = tmp_path / "club.json"
    for content in (b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b"{}" * 2):
        file.write_bytes(content)
        with pytest.raises(CommandError, match="Nothing was written"):
            call_command("import_club", file)


# Whatever happened --------------------------------------------------------------------


@pytest.mark.same_on_every_database(
    "what happens comes at random from what each database is asked for one by one"
)
@settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    seed=st.integers(0, 10**6),
    books=st.lists(
        st.sampled_from([("nts", 4), ("nts", 3), ("nts", 5), ("spiel-der-winde", 4)]),
        min_size=1,
        max_size=2,
    ),
)
def test_whatever_happened_is_read_back_as_it_was_written(
    club: Club, seed: int, books: list[tuple[str, int]]
) -> None:
    rng = Random(seed)
    with transaction.atomic():
        spare = players_in(club, "Fred", "Gina")
        for book in books:
            partie = start_in(club, *book)
            for _try in range(14):
                # Much of what is tried is refused, and leaves nothing.
                with suppress(RulesError, ValidationError), transaction.atomic():
                    do_something(rng, partie, spare)
            with suppress(ValidationError), transaction.atomic():
                if rng.random() < 0.5:
                    partie_end(partie=partie, write=write(partie), why="late")
                if rng.random() < 0.2:
                    partie_void(partie=partie, write=write(partie), why="so")
        told = exported(club)
        made = club_import(file_read(content_of(told)), slug="again")
        copy = exported(made.club)
        assert copy["club"] | {"slug": club.slug} == told["club"]
        for name in ("parties", "evenings", "seasons", "players"):
            assert copy[name] == told[name], name
        assert standings_in(made.club) == standings_in(club)
        assert statistics_in(made.club) == statistics_in(club)
        assert list(differences()) == []
        transaction.set_rollback(True)
