"""The Django app of the pages on what is kept of people."""

from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    """What is kept of people: told, handed out, closed and let go; no tables."""

    name = "clubscore.privacy"
