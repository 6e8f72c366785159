"""Addresses of the app table."""

from django.urls import path

from clubscore.table.views import (
    chip_count,
    events,
    home_screen,
    keep,
    link,
    note,
    post,
    rules,
    score_sheet,
    screen,
    settlement,
    start,
    typed,
    worker,
)

app_name = "table"
urlpatterns = [
    path("sw.js", worker.worker, name="worker"),
    path("offline.html", worker.offline, name="offline"),
    path("manifest.json", home_screen.manifest, name="manifest"),
    path("start.html", home_screen.start, name="start"),
    path("engine.json/<str:ruleset>/", worker.phone_engine, name="phone_engine"),
    path(
        "words.json/<str:language>/<str:ruleset>/",
        worker.phone_words,
        name="phone_words",
    ),
    path("play/", start.play, name="play"),
    path("t/<str:token>/", link.link, name="link"),
    path("<str:club>/keep/", keep.keep, name="keep"),
    path("<str:club>/rules/", rules.rule_books, name="rule_books"),
    path("<str:club>/rules/<str:ruleset>/", rules.reference, name="reference"),
    path("<str:club>/parties/new/", start.new, name="new"),
    path("<str:club>/parties/<int:number>/", score_sheet.partie, name="partie"),
    path("<str:club>/parties/<int:number>/link/", link.table_link, name="table_link"),
    path(
        "<str:club>/parties/<int:number>/house-rules/",
        start.house_rules,
        name="house_rules",
    ),
    path("<str:club>/parties/<int:number>/who/", link.who, name="who"),
    path("<str:club>/parties/<int:number>/games/", post.games, name="games_post"),
    path("<str:club>/parties/<int:number>/token/", post.token, name="token"),
    path("<str:club>/parties/<int:number>/record/", screen.record, name="record"),
    path(
        "<str:club>/parties/<int:number>/record/typed/",
        typed.record,
        name="record_typed",
    ),
    path("<str:club>/parties/<int:number>/preview/", screen.preview, name="preview"),
    path(
        "<str:club>/parties/<int:number>/games/<int:game>/recorded/",
        screen.recorded,
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
    path("<str:club>/parties/<int:number>/notes/new/", note.note, name="note"),
    path("<str:club>/parties/<int:number>/count/", chip_count.count, name="count"),
    path("<str:club>/parties/<int:number>/settle/", settlement.partie, name="settle"),
    path(
        "<str:club>/evenings/<day:day>/settle/",
        settlement.evening,
        name="settle_evening",
    ),
    path("<str:club>/parties/<int:number>/end/", events.end, name="end"),
    path("<str:club>/parties/<int:number>/void/", events.void, name="void"),
]
