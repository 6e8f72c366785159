"""Addresses of the app privacy."""

from django.urls import path

from clubscore.privacy import close_pages, data_pages
from clubscore.privacy.kept import kept

app_name = "privacy"
urlpatterns = [
    path("privacy/", kept, name="kept"),
    path("accounts/data/", data_pages.own_data, name="own_data"),
    path("accounts/data.json", data_pages.own_file, name="own_file"),
    path("accounts/close/", close_pages.account, name="account_close"),
    path(
        "<str:club>/settings/players/<int:pk>/data/",
        data_pages.player_data,
        name="player_data",
    ),
    path(
        "<str:club>/settings/players/<int:pk>/data.json",
        data_pages.player_file,
        name="player_file",
    ),
    path(
        "<str:club>/settings/players/<int:pk>/close/",
        close_pages.player,
        name="player_close",
    ),
]
