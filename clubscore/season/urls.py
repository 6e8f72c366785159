"""Addresses of the app season; a club's own come after all that are fixed."""

from django.urls import path

from clubscore.season import views

app_name = "season"
urlpatterns = [
    path("", views.front_page, name="front_page"),
    path("<str:club>/", views.club_page, name="club"),
    path("<str:club>/seasons/<str:season>/", views.season_page, name="season"),
    path("<str:club>/players/<str:player>/", views.player_page, name="player"),
]
