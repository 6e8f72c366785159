"""
Lines of earlier results, checked against the players and seasons of a club.

Every line is judged, so that all that is wrong is seen at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from difflib import get_close_matches
from functools import cached_property

from django.utils import formats, timezone
from django.utils.translation import gettext

from clubscore.archive.earlier.cells import score_in
from clubscore.archive.earlier.lines import EarlierLine, Stranger
from clubscore.archive.earlier.reader import rows_in
from clubscore.club import engine as rule_books
from clubscore.club.days import day_in
from clubscore.club.models import Club, Player, Season
from clubscore.club.names import folded
from clubscore.club.templatetags.numbers import signed
from clubscore.partie.engine import Terms
from clubscore.partie.models import Partie, PartieResult
from clubscore.partie.scores import Score

MOST_NAME = Player._meta.get_field("name").max_length or 80
MOST_TABLE = Partie._meta.get_field("table").max_length or 20
Scores = frozenset[tuple[str, Score]]
"""Who won or lost how much; a player by id, a new one by the folded name."""


class CheckedLines:
    """The lines of a text as the club sees them; asks four queries."""

    def __init__(self, club: Club, text: str, adding: Collection[str] = ()) -> None:
        """Judge *text*; names whose folded form is in *adding* become players."""
        self.club = club
        self.adding = frozenset(adding)
        self.strangers: dict[str, Stranger] = {}
        self.lines = [EarlierLine(row) for row in rows_in(text)]
        self._seasons = list(club.seasons.order_by("-starts_on", "-pk"))
        self._known_terms: dict[tuple[int, int], Terms] = {}
        for line in self.lines:
            self._judge(line)
        self._mark_doubles()

    @property
    def wrong(self) -> list[EarlierLine]:
        """The lines that something is wrong with."""
        return [line for line in self.lines if not line.is_right]

    @property
    def added(self) -> list[Stranger]:
        """Who becomes a player."""
        return [one for one in self.strangers.values() if one.is_added]

    # One line -----------------------------------------------------------------------

    def _judge(self, line: EarlierLine) -> None:
        self._read_day(line)
        if len(line.row.table) > MOST_TABLE:
            line.faults.append(
                gettext("A table’s name has at most %(many)d signs.")
                % {"many": MOST_TABLE}
            )
        self._read_players(line)
        self._read_scores(line)
        if line.season is not None and not line.faults:
            self._judge_sum(line, line.season)

    def _read_day(self, line: EarlierLine) -> None:
        text = line.row.date
        day = day_in(text)
        if day is None:
            line.faults.append(
                gettext("“%(text)s” is no date. Write it as 2026-11-21 or 21.11.2026.")
                % {"text": text}
                if text
                else gettext("The date is missing.")
            )
            return
        line.day = day
        if day > timezone.localdate():
            line.faults.append(gettext("That day is still to come."))
            return
        line.season = next((one for one in self._seasons if one.holds(day)), None)
        if line.season is None:
            line.faults.append(
                gettext(
                    "No season holds %(day)s. Make one for that time, or lengthen one."
                )
                % {"day": formats.date_format(day)}
            )

    def _read_players(self, line: EarlierLine) -> None:
        pairs = line.row.pairs
        if not 3 <= len(pairs) <= 5:
            line.faults.append(
                gettext("A partie has three, four or five players, not %(many)d.")
                % {"many": len(pairs)}
            )
        for name, _score in pairs:
            if not name:
                line.faults.append(gettext("A name is missing beside a score."))
                continue
            player = self._player(name)
            if player is None:
                line.faults.append(self._unknown(name))
                continue
            if player in line.players:
                line.faults.append(
                    gettext("%(name)s stands in it twice.") % {"name": name}
                )
            line.players.append(player)

    def _player(self, name: str) -> Player | str | None:
        """Return who is called so; a new player by the key, None if there is none."""
        key = folded(name)
        player = self._called.get(key)
        if player is not None:
            return player
        if len(name) > MOST_NAME or "\0" in name:
            return None
        stranger = self.strangers.setdefault(
            key, Stranger(key, name, key in self.adding)
        )
        return key if stranger.is_added else None

    def _unknown(self, name: str) -> str:
        if len(name) > MOST_NAME:
            return gettext("A name has at most %(many)d signs.") % {"many": MOST_NAME}
        close = get_close_matches(folded(name), list(self._called), 1)
        if close:
            return gettext(
                "The club has no player “%(name)s”. Is it “%(other)s”? Else tick the "
                "name below as a new player."
            ) % {"name": name, "other": self._called[close[0]].name}
        return gettext(
            "The club has no player “%(name)s”. Correct the name, or tick it below as "
            "a new player."
        ) % {"name": name}

    @cached_property
    def _called(self) -> dict[str, Player]:
        """
        The players by their names, and those that they turned out to be.

        Who is shown by initials is called by both.
        """
        people = {one.pk: one for one in self.club.players.all()}
        found = {}
        for player in people.values():
            who = player
            while who.merged_into_id is not None:
                who = people[who.merged_into_id]
            found[player.key] = who
            if player.withheld_key:
                found[player.withheld_key] = who
        return found

    def _read_scores(self, line: EarlierLine) -> None:
        for name, text in line.row.pairs:
            score = score_in(text)
            if score is None:
                line.faults.append(
                    gettext(
                        "“%(text)s” is no score, for %(name)s. Write it as 96 or 96.5."
                    )
                    % {"text": text, "name": name or "?"}
                    if text
                    else gettext("The score of %(name)s is missing.")
                    % {"name": name or "?"}
                )
                return
            line.scores.append(score)

    def _judge_sum(self, line: EarlierLine, season: Season) -> None:
        """Hold the scores against the rules of the season."""
        many = len(line.players)
        if many not in rule_books.numbers_of_players(season.ruleset):
            line.faults.append(
                gettext(
                    "%(ruleset)s, which %(season)s is played by, is not for %(many)d."
                )
                % {
                    "ruleset": rule_books.ruleset_called(season.ruleset).name,
                    "season": season.name,
                    "many": many,
                }
            )
            return
        terms = self._terms(season, many)
        if terms.rules.paying.is_credit:
            if min(line.scores) < 0:
                line.faults.append(
                    gettext("By the season’s rules nobody loses points.")
                )
            return
        together = sum(line.scores)
        if together and terms.must_balance:
            line.faults.append(
                gettext("The scores add to %(sum)s, and must add to 0.")
                % {"sum": signed(together)}
            )

    def _terms(self, season: Season, many: int) -> Terms:
        """Return what a partie of the season with so many players is played by."""
        key = season.pk, many
        if key not in self._known_terms:
            options = options_of(season, many)
            self._known_terms[key] = Terms(season.ruleset, options, 0, many)
        return self._known_terms[key]

    # What is there already ------------------------------------------------------------

    def _mark_doubles(self) -> None:
        """Mark the lines that say what is there already, or what another line says."""
        there = self._there({line.day for line in self.lines if line.day is not None})
        seen: dict[tuple[date, Scores], int] = {}
        for line in self.lines:
            if line.day is None or line.faults:
                continue
            said = (
                line.day,
                frozenset(
                    (str(one.pk) if isinstance(one, Player) else f"+{one}", score)
                    for one, score in zip(line.players, line.scores, strict=True)
                ),
            )
            if said in there:
                line.faults.append(
                    gettext(
                        "It is there already as partie %(number)d: leave this line out."
                    )
                    % {"number": there[said]}
                )
            elif said in seen:
                line.faults.append(
                    gettext("Line %(number)d says the same. Leave one of them out.")
                    % {"number": seen[said]}
                )
            seen.setdefault(said, line.number)

    def _there(self, days: Iterable[date]) -> dict[tuple[date, Scores], int]:
        """Return the parties of those days by what they came to, with their numbers."""
        rows = PartieResult.objects.filter(
            partie__club=self.club,
            partie__is_void=False,
            partie__evening__date__in=list(days),
        ).values_list("partie__evening__date", "partie__number", "player__key", "score")
        parties: dict[tuple[date, int], set[tuple[str, Score]]] = {}
        for day, number, key, score in rows:
            who = str(self._called[key].pk)
            parties.setdefault((day, number), set()).add((who, score))
        return {
            (day, frozenset(scores)): number
            for (day, number), scores in parties.items()
        }


def options_of(season: Season, many: int) -> dict[str, object]:
    """
    Return the house rules of an old partie of a season.

    Where the rule book does not say and the season neither it does not matter: no game
    is counted by them.
    """
    options = rule_books.meant_for(season.ruleset, season.options, many)
    for rule in rule_books.unanswered(season.ruleset, options):
        options[rule.key] = rule.default
    return options
