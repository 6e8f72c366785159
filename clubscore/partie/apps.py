"""The Django app of parties and games."""

from django.apps import AppConfig
from django.urls import register_converter
from django.utils.translation import gettext_lazy as _


class PartieConfig(AppConfig):
    """Parties, seats, games, corrections."""

    name = "clubscore.partie"
    verbose_name = _("Parties")

    def ready(self) -> None:
        """Make days known to the addresses of every app."""
        from clubscore.partie.converters import DayConverter

        register_converter(DayConverter, "day")
