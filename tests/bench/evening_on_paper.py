"""
Ten tables on paper; run by `on_paper` in a process of its own.

What a document takes is what all its processes have of a processor, one after the
other, so that others who work on the machine matter little.
"""

from __future__ import annotations

import datetime as dt
import re
import sys
import time
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import django

from tests.bench.dealt_parties import play
from tests.bench.measure import Measured, with_children

if TYPE_CHECKING:
    from clubscore.partie.models import Partie

TABLES = 10
GAMES = 20
DOCUMENTS = 100
TIMES = 5
MOST_TIMES_A_BARE_TABLE = 1.5
MOST_SECONDS_TO_ASK, MOST_SECONDS_FOR_THE_PACK = 2, 5
MOST_SECONDS_FOR_A_REPORT, MOST_SECONDS_FOR_CERTIFICATES = 2, 3
MOST_MEGABYTES = 30
DAY = dt.date(2026, 11, 17)


def main() -> int:
    """Measure, print, and return the exit status."""
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    parties = played()
    measured = [
        beside_a_bare_table(parties[0]),
        *at_once(parties[0]),
        *pack(),
        memory(parties),
    ]
    for one in measured:
        print(one)
    return 0 if all(one.passes for one in measured) else 1


def played() -> list[Partie]:
    """Play an evening of ten tables, the first for twenty games."""
    from clubscore.demo import small

    rng = Random(20)
    _club, season, players = small.demo_club(DAY, DAY)
    parties = []
    for table in range(1, TABLES + 1):
        rng.shuffle(players)
        many = GAMES if table == 1 else 5
        partie = play(rng, season, players[:4], DAY, str(table), many)
        if table == 1 and partie.games.count() < GAMES:
            print(f"The first partie was over after {partie.games.count()} games")
        parties.append(partie)
    return parties


def beside_a_bare_table(partie: Partie) -> Measured:
    """Return how many times as long a sheet takes as a table of as many cells."""
    from clubscore.sheets import pdf, round_sheet
    from clubscore.sheets.press import Job
    from clubscore.sheets.round_sheet import Paper

    context = round_sheet.context_of(
        round_sheet.told(partie), address="https://x.example/", paper=Paper.A4
    )
    sheet = round_sheet.job_of(partie.club, {**context, "numbers": ()})
    columns = 6 + 3 * 4
    row = "".join(f"<td>{number}</td>" for number in range(columns))
    # As many rows as the sheet has: games, headings of rounds, head and totals.
    rows = f"<tr>{row}</tr>" * (sheet.parts[0].count("<tr"))
    style = "@page { size: A4 landscape; margin: 1cm } td { height: 7.2mm }"
    bare = Job(
        (f"<style>{style}</style><table>{rows}</table>",),
        (),
        sheet.static_url,
        sheet.folders,
        "bare",
    )

    def seconds(job: Job) -> float:
        begin = with_children()
        pdf.printed(job)
        return with_children() - begin

    for job in (sheet, bare):
        pdf.printed(job)  # fonts and styles are read
    runs = [(seconds(sheet), seconds(bare)) for _ in range(TIMES)]
    quickest = [min(column) for column in zip(*runs, strict=True)]
    print(f"Round sheet {quickest[0]:.2f} s, bare table {quickest[1]:.2f} s")
    return Measured(
        f"round sheet of {GAMES} games beside a bare table",
        quickest[0] / quickest[1],
        MOST_TIMES_A_BARE_TABLE,
        "times",
    )


def at_once(partie: Partie) -> list[Measured]:
    """Return how long a partie's report takes, and the certificates of the records."""
    from django.test import Client

    client = Client()
    book = client.get("/demo/records/").text
    certificates = set(re.findall(r'href="([^"]*/records/[^"]*\.pdf[^"]*)"', book))
    assert certificates, "the record book links to none"

    def seconds(*addresses: str) -> float:
        begin = with_children()
        for address in addresses:
            answer = client.get(address.replace("&amp;", "&"))
            assert answer.status_code == 200, address
        return with_children() - begin

    return [
        Measured(
            f"report of a partie of {partie.games.count()} games",
            reported(partie),
            MOST_SECONDS_FOR_A_REPORT,
            "s",
        ),
        Measured(
            f"{len(certificates)} certificates",
            seconds(*certificates),
            MOST_SECONDS_FOR_CERTIFICATES,
            "s",
        ),
    ]


def reported(partie: Partie) -> float:
    """Return the seconds until a partie's report is printed, from its rows on."""
    from clubscore.sheets import pdf, report, round_sheet
    from clubscore.sheets.round_sheet import Paper

    begin = with_children()
    known = round_sheet.told(partie)
    address = "https://x.example/"
    context = report.context_of(known, address=address, paper=Paper.A4)
    pdf.printed(report.job_of(partie, {**context, "numbers": ()}))
    return with_children() - begin


def pack() -> list[Measured]:
    """Return how long asking for an evening's pack takes, and the pack itself."""
    from django.test import Client

    from clubscore.club import worker
    from clubscore.club.models import Account
    from clubscore.sheets.models import Document

    client = Client()
    client.force_login(Account.objects.create_superuser("root", password="tiles"))
    begin, begun = with_children(), time.perf_counter()
    sent = client.get(f"/demo/evenings/{DAY.isoformat()}/pack.pdf")
    asked = with_children() - begin
    assert sent.status_code == 302, sent
    # Not asking how far it is: on a busy machine that would be most of the time.
    for process in worker.called:
        process.wait()
    print(f"By the clock the pack was there after {time.perf_counter() - begun:.1f} s")
    document = Document.objects.get(kind="pack")
    assert document.is_done, document.error
    whole = with_children() - begin
    return [
        Measured("asking for a pack of ten tables", asked, MOST_SECONDS_TO_ASK, "s"),
        Measured("the pack itself, beside", whole, MOST_SECONDS_FOR_THE_PACK, "s"),
    ]


def memory(parties: list[Partie]) -> Measured:
    """Return by how much this process grows while it answers with 100 sheets."""
    from django.test import Client

    client = Client()
    asked = product(parties, ("a4", "a5"), ("en", "de", "nl"), ("", "&blank=1"))
    before = 0.0
    for number, (partie, paper, language, blank) in enumerate(asked):
        if number == DOCUMENTS:
            break
        if number == 1:
            before = megabytes()
        answer: Any = client.get(
            f"/demo/parties/{partie.number}/sheet.pdf"
            f"?paper={paper}&language={language}{blank}"
        )
        assert answer.status_code == 200, answer
    return Measured(
        f"memory that {DOCUMENTS} sheets leave behind",
        max(0.0, megabytes() - before),
        MOST_MEGABYTES,
        "MB",
    )


def megabytes() -> float:
    """Return how much memory this process holds now."""
    status = Path("/proc/self/status").read_text()
    line = next(one for one in status.splitlines() if one.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    sys.exit(main())
