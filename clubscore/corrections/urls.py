"""Addresses of the app corrections."""

from django.urls import path

from clubscore.corrections import agree, game, merge, revisions, views

app_name = "corrections"
urlpatterns = [
    path("<str:club>/settings/players/<int:pk>/merge/", merge.merge, name="merge"),
    path("<str:club>/settings/players/<int:pk>/part/", merge.part, name="part"),
    path("<str:club>/parties/<int:number>/games/<int:game>/", game.game, name="game"),
    path(
        "<str:club>/parties/<int:number>/games/<int:game>/correct/",
        views.correct,
        name="correct",
    ),
    path(
        "<str:club>/parties/<int:number>/games/<int:game>/correct/typed/",
        views.correct_typed,
        name="correct_typed",
    ),
    path(
        "<str:club>/parties/<int:number>/games/<int:game>/withdraw/",
        views.withdraw,
        name="withdraw",
    ),
    path(
        "<str:club>/parties/<int:number>/entries/<int:place>/withdraw/",
        views.entry_withdraw,
        name="entry_withdraw",
    ),
    path("<str:club>/parties/<int:number>/reseat/", views.reseat, name="reseat"),
    path(
        "<str:club>/parties/<int:number>/revisions/",
        revisions.revisions,
        name="revisions",
    ),
    path(
        "<str:club>/parties/<int:number>/games/<int:game>/agree/",
        agree.agree,
        name="agree",
    ),
    path("<str:club>/parties/<int:number>/undo/", game.undo, name="undo"),
]
