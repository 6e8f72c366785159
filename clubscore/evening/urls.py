"""Addresses of the app evening."""

from django.urls import path

from clubscore.evening import live, views

app_name = "evening"
urlpatterns = [
    path("<str:club>/live/", live.live, name="live"),
    path("<str:club>/evenings/<day:day>/", views.evening, name="evening"),
    path("<str:club>/evenings/<day:day>/here/", views.here, name="here"),
    path("<str:club>/evenings/<day:day>/guests/", views.guests, name="guests"),
    path("<str:club>/evenings/<day:day>/tables/", views.tables, name="tables"),
    path("<str:club>/evenings/<day:day>/links/", views.links, name="evening_links"),
]
