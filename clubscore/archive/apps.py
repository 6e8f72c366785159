"""The Django app of the archive."""

from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    """Typed sheets, earlier results, clubs out and in."""

    name = "clubscore.archive"
