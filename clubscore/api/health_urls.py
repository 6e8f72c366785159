"""Addresses of the health pages."""

from django.urls import path

from clubscore.api import health

urlpatterns = [
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
]
