"""The checklist of a new club: what it takes until a first evening is played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext

from clubscore.club.models import Club, Invitation, Member, Player, Season
from clubscore.partie.models import Partie, PlannedEvening

TABLE = 4
"""So many players are enough to begin with."""


@dataclass(frozen=True, slots=True)
class FirstStep:
    """A line of the checklist."""

    key: str
    name: str
    hint: str
    address: str
    """Where it is done."""
    is_done: bool


def first_steps(club: Club, tonight: date) -> list[FirstStep]:
    """
    Return the checklist of a club; empty where it is done or was put away.

    What is ticked follows from what is there, which costs a query, unless the list was
    put away.
    """
    if not club.shows_checklist:
        return []
    of_club = {"club": OuterRef("pk")}
    parties = Partie.objects.filter(**of_club, is_void=False)
    there = Club.objects.filter(pk=club.pk).values(
        has_players=Exists(Player.objects.filter(**of_club)[TABLE - 1 :]),
        has_season=Exists(Season.objects.filter(**of_club)),
        has_invitations=Exists(Invitation.objects.filter(**of_club)),
        has_members=Exists(Member.objects.filter(**of_club)[1:]),
        has_planned=Exists(PlannedEvening.objects.filter(**of_club)),
        has_parties=Exists(parties),
        has_finished=Exists(parties.filter(is_finished=True)),
    )
    found = there.get()

    def address(name: str, *more: object) -> str:
        return reverse(name, args=[club.slug, *more])

    steps = [
        FirstStep(
            "players",
            gettext("Enter the players"),
            gettext("One by one, or as a list that you paste. Four are enough."),
            address("club:players"),
            found["has_players"],
        ),
        FirstStep(
            "season",
            gettext("Open a season, and choose its rule book"),
            gettext("With your house rules, and how places are worked out."),
            address("club:season_new"),
            found["has_season"],
        ),
        FirstStep(
            "people",
            gettext("Invite people"),
            gettext("One link lets the whole club join. To play nobody needs it."),
            address("club:invitations"),
            found["has_invitations"] or found["has_members"],
        ),
        FirstStep(
            "evening",
            gettext("Plan an evening, or start a first table"),
            gettext("Members then say whether they come."),
            address("evening:plan"),
            found["has_planned"] or found["has_parties"],
        ),
        FirstStep(
            "partie",
            gettext("Play a partie to its end"),
            gettext("Then it counts, and the leaderboard begins."),
            address("evening:evening", tonight),
            found["has_finished"],
        ),
    ]
    return [] if all(step.is_done for step in steps) else steps
