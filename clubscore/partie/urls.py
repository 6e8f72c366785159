"""Addresses of the app partie."""

from django.urls import path

from clubscore.partie import wall_views
from clubscore.partie.views import ending, games, recording, score_sheet, starting

app_name = "partie"
urlpatterns = [
    path("play/", starting.play, name="play"),
    path("t/<str:token>/", starting.link, name="link"),
    path("<str:club>/wall/", wall_views.wall, name="wall"),
    path(
        "<str:club>/parties/<int:number>/wall/",
        wall_views.partie_wall,
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
