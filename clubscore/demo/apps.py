"""The Django app of the demo clubs."""

from django.apps import AppConfig


class DemoConfig(AppConfig):
    """Clubs to look at."""

    name = "clubscore.demo"
