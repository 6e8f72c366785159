"""
Ready-made methods, after the regulations that clubs have published.

A club takes one as it is or changes any of its settings; a season stores the whole
method, so that a preset that is mended later moves no standings.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from clubscore.ranking.counted_results import (
    AllCount,
    BestOfPeriods,
    BestShare,
    Trimmed,
)
from clubscore.ranking.deductions import Deductions, Honours
from clubscore.ranking.evenings import Total, WholeEvening
from clubscore.ranking.method import Method
from clubscore.ranking.order import EnoughOfEvenings, EnoughParties, Order
from clubscore.ranking.partie_points import Over, TablePoints
from clubscore.ranking.results import TieBreak, Title
from clubscore.ranking.texts import Statement, TranslatedWord, gettext_noop

CHECKED = "2026-11-21"


@dataclass(frozen=True, slots=True)
class Publication:
    """Where a club has published such a method."""

    title: str
    """What the regulations call themselves, in their own language."""
    address: str
    """Where they were read; empty for what is common among clubs."""
    checked: str
    """The day on which they were last read, as yyyy-mm-dd."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A ready-made method."""

    key: str
    """Names it in records; it never changes."""
    name: TranslatedWord
    summary: Statement
    """The whole method in one sentence."""
    example: Statement
    """What it makes of some results."""
    method: Method
    source: Publication
    first: tuple[str, ...] = ()
    """Paths of the settings that a form asks for first."""


COMMON = Publication("Custom of many clubs", "", CHECKED)
GROENE_HART = Publication(
    "Mahjong Club Het Groene Hart, Competitie reglement",
    "http://groenehartmahjong.com/competitie-reglement/",
    CHECKED,
)
PE_LING = Publication(
    "Mahjongvereniging Pe-ling, Reglement club-competitie",
    "https://pe-ling.nl/spelen/competitie-reglement.htm",
    CHECKED,
)
BAMBOE_ACHT = Publication(
    "Mahjongclub Bamboe Acht, Competitieopzet Rode Draken 2016/2017",
    "http://www.bamboeacht.nl/COMPETITIE.html",
    CHECKED,
)
ANPAI = Publication(
    "Anpai, Competitie reglement",
    "https://anpai.nl/competitie-reglement/",
    CHECKED,
)

HALF = Fraction(1, 2)
NO_BOOKINGS = Deductions(bookings=False)
"""Chips that a booking moves are no table points."""

CHIPS = Preset(
    "chips",
    TranslatedWord(gettext_noop("Sum of scores")),
    Statement(gettext_noop("All points won and lost are added up.")),
    Statement(gettext_noop("+384, −120 and +40 in three parties make 304.")),
    Method(),
    COMMON,
)
MEAN = Preset(
    "mean",
    TranslatedWord(gettext_noop("Mean score per partie")),
    Statement(
        gettext_noop(
            "The mean score of a partie decides, for those who have played enough of"
            " them."
        )
    ),
    Statement(
        gettext_noop("+300, −100, +50, +200 and −50 in five parties make a mean of 80.")
    ),
    Method(
        counting=AllCount(Total.MEAN),
        ranked=EnoughParties(5),
    ),
    COMMON,
    ("ranked.number",),
)
TABLE_POINTS = Preset(
    "table-points",
    TranslatedWord(gettext_noop("Table points")),
    Statement(
        gettext_noop(
            "The places of a partie give points; those who tie share them exactly."
        )
    ),
    Statement(
        gettext_noop(
            "+300, −50, −100 and −150 give 4, 2, 1 and 0 points; two who share the"
            " first place get 3 each."
        )
    ),
    Method(giving=TablePoints(), deductions=NO_BOOKINGS),
    COMMON,
    ("giving.four", "giving.five", "giving.three", "giving.ties"),
)
TOURNAMENT = Preset(
    "tournament",
    TranslatedWord(gettext_noop("Tournament: table points, then score")),
    Statement(
        gettext_noop(
            "Table points are added up; between equal points the higher score decides."
        )
    ),
    Statement(
        gettext_noop(
            "4 and 2 table points make 6; of two players with 6 the one whose scores"
            " come to +310 is ahead of the one with +120."
        )
    ),
    Method(
        giving=TablePoints(), order=Order((TieBreak.SCORE,)), deductions=NO_BOOKINGS
    ),
    COMMON,
    ("giving.four", "giving.five", "giving.three", "giving.ties"),
)
GROENE_HART_PRESET = Preset(
    "groene-hart",
    TranslatedWord(gettext_noop("Table points and attendance (Groene Hart)")),
    Statement(
        gettext_noop(
            "Table points of each evening and a point for attending; the best three"
            " quarters of the evenings count."
        )
    ),
    Statement(
        gettext_noop(
            "Whoever is first at a table gets 4 points and 1 for attending, the last of"
            " four ½ and 1; of 12 evenings the best 9 count."
        )
    ),
    Method(
        giving=TablePoints(
            four=(Fraction(4), Fraction(2), Fraction(1), HALF),
            five=(Fraction(4), Fraction(2), Fraction(1), HALF, Fraction(0)),
            ties=(TieBreak.WINS, TieBreak.GIVEN),
            over=Over.TABLE,
        ),
        evening=WholeEvening(attendance=Fraction(1), quorum=8),
        counting=BestShare(75),
        ranked=EnoughOfEvenings(75),
        order=Order((TieBreak.WINS, TieBreak.GIVEN)),
        deductions=NO_BOOKINGS,
    ),
    GROENE_HART,
    ("evening.attendance", "evening.quorum", "ranked.share", "counting.share"),
)
ATTENDANCE_PREMIUM = Preset(
    "attendance-premium",
    TranslatedWord(gettext_noop("Scores and a premium for attending (Pe-ling)")),
    Statement(
        gettext_noop(
            "All points won and lost are added up, with a premium for every evening"
            " attended; tables, evenings, seasons and years have their winners."
        )
    ),
    Statement(
        gettext_noop(
            "+1200 and −800 on two evenings make 400, with 6000 for attending 6400."
        )
    ),
    Method(
        evening=WholeEvening(attendance=Fraction(3000)),
        honours=Honours((Title.TABLE, Title.EVENING, Title.SEASON, Title.YEAR)),
    ),
    PE_LING,
    ("evening.attendance", "honours.titles"),
)
BEST_FIVE_OF_SEVEN = Preset(
    "best-five-of-seven",
    TranslatedWord(gettext_noop("Best five of seven evenings (Bamboe Acht)")),
    Statement(
        gettext_noop(
            "The best results of each period count, and its first players go to the"
            " play-offs."
        )
    ),
    Statement(
        gettext_noop(
            "Of 60, −10, 35, 80, 20, −40 and 5 on seven evenings all but −40 and −10"
            " count: 200."
        )
    ),
    Method(
        evening=WholeEvening(),
        counting=BestOfPeriods(5, 7),
        deductions=Deductions(unfinished=Fraction(20)),
        honours=Honours(play_offs=2),
    ),
    BAMBOE_ACHT,
    (
        "counting.number",
        "counting.evenings",
        "deductions.unfinished",
        "honours.play_offs",
    ),
)
TRIMMED_MEAN = Preset(
    "trimmed-mean",
    TranslatedWord(gettext_noop("Mean without the best and the worst (Anpai)")),
    Statement(
        gettext_noop(
            "The mean of all parties but the best and the worst decides, so that"
            " neither luck nor the number of parties does."
        )
    ),
    Statement(
        gettext_noop(
            "Of +500, +80, +40, −30 and −400 the first and the last are left out: the"
            " mean is 30."
        )
    ),
    Method(counting=Trimmed()),
    ANPAI,
    ("counting.ends", "counting.every"),
)

PRESETS: dict[str, Preset] = {
    one.key: one
    for one in (
        CHIPS,
        MEAN,
        TABLE_POINTS,
        TOURNAMENT,
        GROENE_HART_PRESET,
        ATTENDANCE_PREMIUM,
        BEST_FIVE_OF_SEVEN,
        TRIMMED_MEAN,
    )
}
"""By key; the first is what a season has unless its club says otherwise."""


def find_preset(key: str) -> Preset:
    """Return the preset of that key; raise KeyError if there is none."""
    return PRESETS[key]


def preset_of(method: Method) -> Preset | None:
    """Return the preset that *method* is, unchanged; None for a club's own."""
    return next((one for one in PRESETS.values() if one.method == method), None)
