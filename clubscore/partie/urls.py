"""Addresses of the app partie."""

from django.urls import path

from clubscore.partie import views

app_name = "partie"
urlpatterns = [
    path("play/", views.play, name="play"),
    path("t/<str:token>/", views.link, name="link"),
    path("<str:club>/parties/new/", views.new, name="new"),
    path("<str:club>/parties/<int:number>/", views.partie, name="partie"),
    path("<str:club>/parties/<int:number>/record/", views.record, name="record"),
    path("<str:club>/parties/<int:number>/games/<int:game>/", views.game, name="game"),
    path("<str:club>/parties/<int:number>/undo/", views.undo, name="undo"),
    path("<str:club>/parties/<int:number>/end/", views.end, name="end"),
    path("<str:club>/parties/<int:number>/void/", views.void, name="void"),
]
