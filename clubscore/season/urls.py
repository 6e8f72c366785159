"""Addresses of the app season; a club's own come after all that are fixed."""

from django.urls import path

from clubscore.season.views import (
    calibration,
    checklist,
    clubs,
    embedded,
    exports,
    front,
    lists,
    method,
    players,
    ratings,
    records,
    seasons,
    statistics,
    tournaments,
)

app_name = "season"
urlpatterns = [
    path("", front.front_page, name="front_page"),
    path("<str:club>/", clubs.club_page, name="club"),
    path("<str:club>/leaderboard/", lists.leaderboard, name="leaderboard"),
    path("<str:club>/embed/leaderboard/", embedded.top, name="embed_top"),
    path("<str:club>/embed/last/", embedded.last, name="embed_last"),
    path("<str:club>/embed/colours.css", embedded.colours, name="embed_colours"),
    path("<str:club>/feed.atom", embedded.feed, name="feed"),
    path("<str:club>/settings/checklist/", checklist.put_away, name="checklist"),
    path("<str:club>/settings/website/", embedded.website, name="website"),
    path("<str:club>/players/", lists.players_page, name="players"),
    path("<str:club>/evenings/", lists.evenings_page, name="evenings"),
    path("<str:club>/seasons/", lists.seasons_page, name="seasons"),
    path("<str:club>/seasons/<str:season>.csv", exports.season_csv, name="season_csv"),
    path(
        "<str:club>/seasons/<str:season>.xlsx", exports.season_xlsx, name="season_xlsx"
    ),
    path(
        "<str:club>/settings/seasons/<int:pk>/method/",
        method.method_page,
        name="method",
    ),
    path("<str:club>/seasons/<str:season>/", seasons.season_page, name="season"),
    path(
        "<str:club>/tournaments/new/", tournaments.tournament_new, name="tournament_new"
    ),
    path(
        "<str:club>/tournaments/<int:plan>/",
        tournaments.tournament,
        name="tournament",
    ),
    path("<str:club>/players/<str:player>/", players.player_page, name="player"),
    path("<str:club>/ratings/", ratings.ratings_page, name="ratings"),
    path(
        "<str:club>/ratings/calibration/",
        calibration.calibration_page,
        name="calibration",
    ),
    path(
        "<str:club>/ratings/calibration.csv",
        calibration.calibration_csv,
        name="calibration_csv",
    ),
    path("<str:club>/ratings.csv", ratings.ratings_csv, name="ratings_csv"),
    path("<str:club>/statistics/", statistics.statistics_page, name="statistics"),
    path("<str:club>/records/", records.records_page, name="records"),
]
