"""Addresses of the app partie."""

from django.urls import path

from clubscore.partie.views import (
    ending,
    games,
    recording,
    rules,
    score_sheet,
    starting,
    wall,
)

app_name = "partie"
urlpatterns = [
    path("play/", starting.play, name="play"),
    path("t/<str:token>/", starting.link, name="link"),
    path("<str:club>/rules/", rules.rule_books, name="rule_books"),
    path("<str:club>/rules/<str:ruleset>/", rules.reference, name="reference"),
    path("<str:club>/wall/", wall.wall, name="wall"),
    path(
        "<str:club>/parties/<int:number>/wall/",
        wall.partie_wall,
        name="partie_wall",
    ),
    path("<str:club>/parties/new/", starting.new, name="new"),
    path("<str:club>/parties/<int:number>/", score_sheet.partie, name="partie"),
    path("<str:club>/parties/<int:number>/record/", recording.record, name="record"),
    path("<str:club>/parties/<int:number>/games/<int:game>/", games.game, name="game"),
    path("<str:club>/parties/<int:number>/undo/", games.undo, name="undo"),
    path("<str:club>/parties/<int:number>/end/", ending.end, name="end"),
    path("<str:club>/parties/<int:number>/void/", ending.void, name="void"),
]
