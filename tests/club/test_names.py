"""Names compared, found and sorted as a reader of the language does."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from clubscore.club.initials import withheld_in
from clubscore.club.models import Club, Player
from clubscore.club.names import PLAIN, folded, free_slug

plain_letters = import_module("clubscore.club.migrations.0026_plain_letters")


@pytest.mark.same_on_every_database("asks for nothing")
def test_letters_whose_accent_is_part_of_them_stand_with_those_without() -> None:
    in_order = ["Ægidius", "Al\N{LATIN SMALL LETTER DOTLESS I}", "Đani", "Ida"]
    in_order += ["Łucja", "Øyvind", "Straße", "Zoë"]
    assert sorted(in_order, key=folded) == in_order
    assert all(folded(name).isascii() for name in in_order)
    assert free_slug("Łucja Sørensen", (), "player") == "lucja-sorensen"


@pytest.mark.django_db
def test_names_of_before_are_found_and_sorted_by_plain_letters(club: Club) -> None:
    keys = {"Jorgen": "jorgen", "Jørgen": "jørgen", "Łucja": "łucja", "J. Ø.": "j. ø."}
    Player.objects.bulk_create(  # as an earlier version kept them
        Player(club=club, name=name, key=key, slug=str(place))
        for place, (name, key) in enumerate(keys.items())
    )
    initials = Player.objects.filter(name="J. Ø.")
    initials.update(withheld_name="Jens Ørsted", withheld_key="jens ørsted")
    plain_letters.fold_letters(apps, connection.schema_editor())
    shown = dict(club.players.values_list("name", "key"))
    assert shown == {
        "Jorgen": "jorgen",
        "Jørgen 2": "jorgen 2",
        "Łucja": "lucja",
        "J. Ø.": "j. o.",
    }
    assert all(folded(name) == key for name, key in shown.items())
    assert initials.get().withheld_key == folded("Jens Ørsted")
    assert {
        ord(letter): plain for letter, plain in plain_letters.PLAIN.items()
    } == PLAIN


@pytest.mark.django_db
def test_what_was_written_under_a_name_of_before_stays_withheld(club: Club) -> None:
    told = {"S. X.": "søren x", "Soren X": "", "L.": "lucjá", "Ł.": "łucja"}
    Player.objects.bulk_create(  # as an earlier version kept them
        Player(
            club=club,
            name=name,
            key=name.casefold(),
            withheld_name=withheld,
            withheld_key=withheld.replace("á", "a"),
            slug=str(place),
        )
        for place, (name, withheld) in enumerate(told.items())
    )
    plain_letters.fold_letters(apps, connection.schema_editor())
    club.names_version = 1
    assert withheld_in(club).told("Søren X") == "S. X."
    assert withheld_in(club).told("Lucjá") == "L."
    assert dict(club.players.values_list("name", "key")) == {
        "S. X.": "s. x.",
        "Soren X 2": "soren x 2",
        "L.": "l.",
        "Ł. 2": "l. 2",
    }
    assert club.players.get(name="Ł. 2").withheld_key == "lucja 2"
