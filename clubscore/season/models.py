"""
Tallies for statistics and the record book, and the ratings of parties.

Every row is written in the transaction that changed the partie's games, can be thrown
away and made again, and is never changed by hand. All of them follow from one partie
alone, but for ratings, which follow from those before too. A void partie has no rows,
so that nothing can forget to leave it out.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Club, Player
from clubscore.partie.models import Partie
from clubscore.ranking import ListChange, OpponentEffect, SkillChange, Strength

TWELFTHS = 12
"""A share of three or four players is a whole number of these."""
SIXTIETHS = 60
"""A mean of three, four or five players is a whole number of these."""


class TallyQuerySet(models.QuerySet["Tally"]):
    """Tallies, asked for in the club's words."""

    def of(self, players: list[int]) -> TallyQuerySet:
        """Return the tallies of one person, who may stand in the club twice."""
        return self.filter(player__in=players)


class Tally(models.Model):
    """
    All that is counted of one player in one partie.

    There is one for each who played a game of it. Points are of hands, scores of
    games; a game that was kept as scores alone has scores and no hands.
    """

    partie = models.ForeignKey(
        Partie, models.CASCADE, related_name="tallies", db_index=False
    )
    player = models.ForeignKey(Player, models.PROTECT, related_name="tallies")

    games = models.PositiveIntegerField()
    scores_only = models.PositiveIntegerField()
    """Games of which only the scores are known."""
    draws = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    self_drawn = models.PositiveIntegerField()
    """Wins in which nobody gave the winning tile."""
    given = models.PositiveIntegerField()
    """Winning tiles given away."""

    won_hands = models.PositiveIntegerField()
    """Own winning hands of which the points are known."""
    won_points = models.BigIntegerField()
    best_win = models.IntegerField(null=True)
    """The points of the best of them; none without any."""
    best_win_game = models.PositiveIntegerField(null=True)
    """The number of the game, the first of several; so with all that follow."""
    won_worths = models.JSONField(default=dict)
    """How often they were worth so many points; by keys, see `tallies.worth_key`."""
    lost_hands = models.PositiveIntegerField()
    """Own hands that were valued in games that somebody else won."""
    lost_points = models.BigIntegerField()
    best_loss = models.IntegerField(null=True)
    best_loss_game = models.PositiveIntegerField(null=True)

    east_games = models.PositiveIntegerField()
    """Games as East, or as owner where games have owners; so with all of East."""
    east_wins = models.PositiveIntegerField()
    east_run = models.PositiveIntegerField()
    """The most games in a row as East."""
    east_run_game = models.PositiveIntegerField(null=True)
    """The last of them."""
    east_streak = models.PositiveIntegerField()
    """The most games won in a row as East."""
    east_streak_game = models.PositiveIntegerField(null=True)
    """The last of them."""

    games_on_e = models.PositiveIntegerField()
    games_on_s = models.PositiveIntegerField()
    games_on_w = models.PositiveIntegerField()
    games_on_n = models.PositiveIntegerField()
    wins_on_e = models.PositiveIntegerField()
    wins_on_s = models.PositiveIntegerField()
    wins_on_w = models.PositiveIntegerField()
    wins_on_n = models.PositiveIntegerField()

    score = models.BigIntegerField()
    """The sum of the scores."""
    squares = models.BigIntegerField()
    """The sum of the scores' squares, from which their spread follows."""
    best_score = models.IntegerField()
    best_score_game = models.PositiveIntegerField()
    worst_score = models.IntegerField()
    worst_score_game = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()
    """In the partie, by score; those who tie share the better place."""

    limit_hands = models.PositiveIntegerField()
    """How many limit hands were made; `LimitHandMade` says which."""
    limits_missed = models.PositiveIntegerField()
    """Hands that were one tile short of a limit hand."""
    bonus_games = models.PositiveIntegerField()
    """Games of which everybody's flowers and seasons are known."""
    bonus = models.PositiveIntegerField()
    """The flowers and seasons had in them."""
    bonus_shares = models.PositiveIntegerField()
    """
    What each would have had if those of every game had been shared equally.

    In twelfths of a tile: its difference from `bonus` is luck.
    """
    bonus_variance = models.PositiveIntegerField(default=0)
    """The variance of such a share if chance alone shares, in 144ths."""
    entered_games = models.PositiveIntegerField(default=0)
    """Games that were won and whose hands were entered tile by tile; see `tallies`."""
    entered_points = models.BigIntegerField(default=0)
    """What the own hands of these games were worth."""
    entered_shares = models.BigIntegerField(default=0)
    """What an equal share of each game's hands comes to, in twelfths of a point."""
    entered_variance = models.BigIntegerField(default=0)
    """The variance of such a share if chance alone shares, in 144ths."""
    entered_wins = models.PositiveIntegerField(default=0)
    """Of these games, those that the player won."""
    entered_self_drawn = models.PositiveIntegerField(default=0)
    """Of these wins, those whose winning tile nobody gave."""
    entered_drawn = models.PositiveIntegerField(default=0)
    """Of these games, those whose winning tile nobody gave, whoever won."""
    timed_games = models.PositiveIntegerField()
    """Games that took as long as a game can, from the one before; see `tallies`."""
    seconds = models.PositiveIntegerField()
    """How long they took together."""
    chows = models.PositiveIntegerField()
    """In own winning hands; so with pungs and kongs."""
    pungs = models.PositiveIntegerField()
    kongs = models.PositiveIntegerField()
    items = models.JSONField()
    """How often own hands scored each item of the ruleset, by its key."""

    objects: ClassVar[TallyQuerySet] = TallyQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        ordering = ["partie", "place", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["partie", "player"], name="tally_player_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.partie}: {self.player}"


class HeadToHead(models.Model):
    """What one player and another had to do with each other in one partie."""

    partie = models.ForeignKey(
        Partie, models.CASCADE, related_name="heads", db_index=False
    )
    player = models.ForeignKey(Player, models.PROTECT, related_name="heads")
    opponent = models.ForeignKey(Player, models.PROTECT, related_name="+")
    games = models.PositiveIntegerField()
    """In which both held a seat."""
    wins = models.PositiveIntegerField()
    """Of them, games that the player won."""
    losses = models.PositiveIntegerField()
    """Games that the opponent won."""
    taken = models.PositiveIntegerField()
    """Winning tiles that the opponent gave the player."""
    given = models.PositiveIntegerField()
    """Winning tiles that the player gave the opponent."""
    net = models.BigIntegerField()
    """What the opponent paid the player, less what the player paid the opponent."""
    is_ahead = models.BooleanField()
    """Whether the player's score of the partie is the higher one."""
    is_behind = models.BooleanField()

    class Meta:
        verbose_name = _("head to head")
        verbose_name_plural = _("heads to heads")
        ordering = ["partie", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["partie", "player", "opponent"], name="head_to_head_once"
            ),
            models.CheckConstraint(
                condition=~Q(player=F("opponent")), name="head_to_head_of_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.partie}: {self.player}, {self.opponent}"


class LimitHandMade(models.Model):
    """A limit hand that somebody made."""

    partie = models.ForeignKey(
        Partie, models.CASCADE, related_name="limit_hands", db_index=False
    )
    game = models.PositiveIntegerField()
    """The game's number in its partie."""
    player = models.ForeignKey(Player, models.PROTECT, related_name="limit_hands")
    key = models.CharField(max_length=60)
    """What the ruleset calls it, or the name that was typed."""
    points = models.IntegerField()

    class Meta:
        verbose_name = _("limit hand made")
        verbose_name_plural = _("limit hands made")
        ordering = ["partie", "game", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["partie", "game", "player"], name="limit_hand_once_in_a_game"
            )
        ]

    def __str__(self) -> str:
        return f"{self.partie}, {self.game}: {self.player}, {self.key}"


class RatingChangeQuerySet(models.QuerySet["RatingChange"]):
    """Changes of ratings, asked for in the club's words."""

    def before(self, day: date, number: int) -> RatingChangeQuerySet:
        """Return the changes by parties before the one of that day and number."""
        earlier = Q(day__lt=day) | Q(day=day, number__lt=number)
        # A row that says a wrong day must not lead a repair astray.
        truly = Q(partie__evening__date__lt=day) | Q(
            partie__evening__date=day, partie__number__lt=number
        )
        return self.filter(earlier, truly)

    def in_order(self) -> RatingChangeQuerySet:
        """Return the changes in the order in which their parties are rated."""
        return self.order_by("day", "number")


class RatingChange(models.Model):
    """
    What a partie changed in a player's two ratings, and why.

    The player is the person, whoever's name they sat down under. All of a person's
    changes are a chain: what stood after one partie stands before the next.
    """

    partie = models.ForeignKey(
        Partie, models.CASCADE, related_name="ratings", db_index=False
    )
    player = models.ForeignKey(
        Player, models.PROTECT, related_name="ratings", db_index=False
    )
    day = models.DateField()
    """Of the partie's evening: parties are rated by their days and numbers."""
    number = models.PositiveIntegerField()
    """Of the partie."""
    parties = models.PositiveIntegerField()
    """How many parties of the player have been rated, this one too."""
    place = models.PositiveSmallIntegerField()
    """Among those who are rated; those who tie share the better place."""

    expected_place = models.FloatField()
    """The place that was to be expected, from 1 up."""
    strength_before = models.FloatField()
    """After the player's last partie, in units of log odds; newcomers have 0."""
    deviation_before = models.FloatField()
    strength_after = models.FloatField()
    deviation_after = models.FloatField()
    pairs = models.JSONField(default=list)
    """For each opponent the id, the chance told before, what came, and the points."""

    list_before = models.IntegerField()
    """The rating on the classical list, in whole points."""
    list_expected = models.BigIntegerField()
    """The score that was to be expected, in sixtieths of a point."""
    list_actual = models.BigIntegerField()
    """The score, less the table's mean, in sixtieths of a point."""
    list_rounded = models.IntegerField()
    """An eighth of actual minus expected, in whole points."""
    list_remainder = models.IntegerField()
    """What is added so that the changes of the table add up to 0."""

    objects: ClassVar[RatingChangeQuerySet] = RatingChangeQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("change of ratings")
        verbose_name_plural = _("changes of ratings")
        ordering = ["day", "number", "place", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["partie", "player"], name="rating_player_once"
            )
        ]
        indexes = [
            # The last change of a player before a partie is found at once.
            models.Index(fields=["player", "day", "number"], name="rating_in_order")
        ]

    def __str__(self) -> str:
        return f"{self.partie}: {self.player}"

    @property
    def skill(self) -> SkillChange:
        """The change of the skill rating."""
        return SkillChange(
            self.number,
            self.day,
            self.player_id,
            self.place,
            self.expected_place,
            Strength(self.strength_before, self.deviation_before),
            Strength(self.strength_after, self.deviation_after),
            self.parties,
            tuple(OpponentEffect(*pair) for pair in self.pairs),
        )

    @property
    def listed(self) -> ListChange:
        """The change on the classical list."""
        return ListChange(
            self.number,
            self.day,
            self.player_id,
            self.place,
            self.list_before,
            Fraction(self.list_expected, SIXTIETHS),
            Fraction(self.list_actual, SIXTIETHS),
            self.list_rounded,
            self.list_remainder,
        )


class SkillState(models.Model):
    """
    What a club's parties up to the end of a day tell of its players' strengths.

    A replay begins with the last one before it, and is that of all from the first.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    day = models.DateField()
    told = models.JSONField()
    """Weights of spreads, and each player's beliefs: see `ranking.skill.to_json`."""

    class Meta:
        verbose_name = _("strengths after a day")
        verbose_name_plural = _("strengths after a day")
        ordering = ["club", "day"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "day"], name="skill_state_once_a_day"
            )
        ]

    def __str__(self) -> str:
        return f"{self.club}, {self.day}"
