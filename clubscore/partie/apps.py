"""The app of parties and games."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PartieConfig(AppConfig):
    """Parties, seats, games, corrections."""

    name = "clubscore.partie"
    verbose_name = _("Parties")
