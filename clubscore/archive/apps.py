"""The app of what comes in or goes out whole."""

from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    """Typed sheets, earlier results, clubs out and in."""

    name = "clubscore.archive"
