"""Addresses of the app sheets."""

from django.urls import path

from clubscore.sheets.views import cards, packs, reports, round_sheets

app_name = "sheets"
urlpatterns = [
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
]
