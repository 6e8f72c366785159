"""Addresses of the app wall."""

from django.urls import path

from clubscore.wall import views

app_name = "wall"
urlpatterns = [
    path("<str:club>/wall/", views.wall, name="wall"),
    path(
        "<str:club>/parties/<int:number>/wall/", views.partie_wall, name="partie_wall"
    ),
]
