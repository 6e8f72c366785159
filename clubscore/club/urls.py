"""Addresses of the app club."""

from django.urls import path

from clubscore.club import views

app_name = "club"
urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
]
