"""Addresses of the app season."""

from django.urls import path

from clubscore.season import views

app_name = "season"
urlpatterns = [
    path("", views.front_page, name="front_page"),
]
