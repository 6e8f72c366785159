"""Addresses of the app archive."""

from django.urls import path

from clubscore.archive import sheet_entry_page
from clubscore.archive.earlier import import_page
from clubscore.archive.transfer import export_page, upload_page

app_name = "archive"
urlpatterns = [
    path("accounts/clubs/read/", upload_page.club_read, name="club_read"),
    path("<str:club>/settings/export/", export_page.export, name="export"),
    path(
        "<str:club>/settings/export/club.json",
        export_page.export_file,
        name="export_file",
    ),
    path(
        "<str:club>/settings/export/club.json.gz",
        export_page.export_packed,
        name="export_packed",
    ),
    path("<str:club>/settings/import/", import_page.old_results, name="old_results"),
    path(
        "<str:club>/settings/import/example.csv",
        import_page.example,
        name="old_results_example",
    ),
    path(
        "<str:club>/settings/import/<str:key>/", import_page.import_page, name="import"
    ),
    path(
        "<str:club>/parties/<int:number>/games/<int:game>/correct/scores/",
        sheet_entry_page.correct_scores,
        name="correct_scores",
    ),
    path(
        "<str:club>/parties/<int:number>/paper/",
        sheet_entry_page.paper_sheet,
        name="paper",
    ),
]
