"""The Django app of the backups."""

from django.apps import AppConfig


class UpkeepConfig(AppConfig):
    """Backups of the whole installation; it has no pages and no tables."""

    name = "clubscore.upkeep"
