"""Addresses of the app partie."""

from django.urls import path, register_converter

from clubscore.partie.converters import DayConverter
from clubscore.partie.views import (
    agreeing,
    correcting,
    counting,
    ending,
    evening,
    events,
    games,
    keeping,
    linking,
    live,
    merging,
    moving,
    paper,
    past,
    posting,
    recording,
    revising,
    rules,
    score_sheet,
    settling,
    starting,
    table,
    wall,
    worker,
)

register_converter(DayConverter, "day")

app_name = "partie"
urlpatterns = [
    path("sw.js", worker.worker, name="worker"),
    path("offline.html", worker.offline, name="offline"),
    path("play/", starting.play, name="play"),
    path("t/<str:token>/", linking.link, name="link"),
    path("<str:club>/keep/", keeping.keep, name="keep"),
    path("<str:club>/rules/", rules.rule_books, name="rule_books"),
    path("<str:club>/rules/<str:ruleset>/", rules.reference, name="reference"),
    path("<str:club>/wall/", wall.wall, name="wall"),
    path(
        "<str:club>/parties/<int:number>/wall/",
        wall.partie_wall,
        name="partie_wall",
    ),
    path("<str:club>/settings/players/<int:pk>/merge/", merging.merge, name="merge"),
    path("<str:club>/settings/export/", moving.export, name="export"),
    path(
        "<str:club>/settings/export/club.json", moving.export_file, name="export_file"
    ),
    path("<str:club>/settings/import/", past.old_results, name="old_results"),
    path(
        "<str:club>/settings/import/example.csv",
        past.example,
        name="old_results_example",
    ),
    path("<str:club>/settings/import/<str:key>/", past.import_page, name="import"),
    path("<str:club>/live/", live.live, name="live"),
    path("<str:club>/evenings/<day:day>/", evening.evening, name="evening"),
    path("<str:club>/evenings/<day:day>/here/", evening.here, name="here"),
    path("<str:club>/evenings/<day:day>/guests/", evening.guests, name="guests"),
    path("<str:club>/evenings/<day:day>/tables/", evening.tables, name="tables"),
    path("<str:club>/evenings/<day:day>/links/", evening.links, name="evening_links"),
    path("<str:club>/parties/new/", starting.new, name="new"),
    path("<str:club>/parties/<int:number>/", score_sheet.partie, name="partie"),
    path(
        "<str:club>/parties/<int:number>/link/",
        linking.table_link,
        name="table_link",
    ),
    path(
        "<str:club>/parties/<int:number>/house-rules/",
        starting.house_rules,
        name="house_rules",
    ),
    path("<str:club>/parties/<int:number>/who/", linking.who, name="who"),
    path("<str:club>/parties/<int:number>/games/", posting.games, name="games_post"),
    path("<str:club>/parties/<int:number>/token/", posting.token, name="token"),
    path("<str:club>/parties/<int:number>/games/<int:game>/", games.game, name="game"),
    path(
        "<str:club>/parties/<int:number>/games/<int:game>/correct/",
        correcting.correct,
        name="correct",
    ),
    path(
        "<str:club>/parties/<int:number>/games/<int:game>/correct/typed/",
        correcting.correct_typed,
        name="correct_typed",
    ),
    path(
        "<str:club>/parties/<int:number>/games/<int:game>/correct/scores/",
        paper.correct_scores,
        name="correct_scores",
    ),
    path(
        "<str:club>/parties/<int:number>/games/<int:game>/withdraw/",
        correcting.withdraw,
        name="withdraw",
    ),
    path(
        "<str:club>/parties/<int:number>/entries/<int:place>/withdraw/",
        correcting.entry_withdraw,
        name="entry_withdraw",
    ),
    path("<str:club>/parties/<int:number>/reseat/", correcting.reseat, name="reseat"),
    path("<str:club>/parties/<int:number>/record/", table.record, name="record"),
    path(
        "<str:club>/parties/<int:number>/record/typed/",
        recording.record,
        name="record_typed",
    ),
    path("<str:club>/parties/<int:number>/preview/", table.preview, name="preview"),
    path(
        "<str:club>/parties/<int:number>/games/<int:game>/recorded/",
        table.recorded,
        name="recorded",
    ),
    path(
        "<str:club>/parties/<int:number>/bookings/new/", events.booking, name="booking"
    ),
    path(
        "<str:club>/parties/<int:number>/substitute/",
        events.substitute,
        name="substitute",
    ),
    path(
        "<str:club>/parties/<int:number>/revisions/",
        revising.revisions,
        name="revisions",
    ),
    path(
        "<str:club>/parties/<int:number>/games/<int:game>/agree/",
        agreeing.agree,
        name="agree",
    ),
    path("<str:club>/parties/<int:number>/count/", counting.count, name="count"),
    path("<str:club>/parties/<int:number>/settle/", settling.partie, name="settle"),
    path(
        "<str:club>/evenings/<day:day>/settle/",
        settling.evening,
        name="settle_evening",
    ),
    path("<str:club>/parties/<int:number>/undo/", games.undo, name="undo"),
    path("<str:club>/parties/<int:number>/paper/", paper.paper_sheet, name="paper"),
    path("<str:club>/parties/<int:number>/end/", ending.end, name="end"),
    path("<str:club>/parties/<int:number>/void/", ending.void, name="void"),
]
