"""Addresses of the app sheets."""

from django.urls import path

from clubscore.sheets.views import (
    cards,
    certificates,
    leaderboards,
    packs,
    plans,
    reports,
    round_sheets,
    years,
)

app_name = "sheets"
urlpatterns = [
    path("help/card.pdf", cards.table_card, name="table_card"),
    path("<str:club>/sheet.pdf", round_sheets.sheet, name="sheet"),
    path(
        "<str:club>/parties/<int:number>/sheet.pdf",
        round_sheets.partie_sheet,
        name="partie_sheet",
    ),
    path(
        "<str:club>/parties/<int:number>/report.pdf",
        reports.partie_report,
        name="partie_report",
    ),
    path("<str:club>/rules/<str:ruleset>.pdf", cards.card, name="card"),
    path("<str:club>/evenings/<day:day>/pack.pdf", packs.evening_pack, name="pack"),
    path("<str:club>/plans/<int:plan>/plan.pdf", plans.plan_pdf, name="plan"),
    path("<str:club>/plans/<int:plan>/plan.csv", plans.plan_csv, name="plan_csv"),
    path("<str:club>/plans/<int:plan>/slips.pdf", plans.slips_pdf, name="slips"),
    path(
        "<str:club>/seasons/<str:season>.pdf",
        leaderboards.leaderboard,
        name="leaderboard",
    ),
    path(
        "<str:club>/players/<str:player>/<int:year>.pdf",
        years.players_year,
        name="year",
    ),
    path(
        "<str:club>/players/<str:player>/seasons/<str:season>.pdf",
        years.players_season,
        name="players_season",
    ),
    path(
        "<str:club>/records/<str:kind>/<str:player>.pdf",
        certificates.record,
        name="certificate",
    ),
    path(
        "<str:club>/records/limit-hands/<int:number>/<int:game>/<str:player>.pdf",
        certificates.limit_hand,
        name="limit_hand",
    ),
]
