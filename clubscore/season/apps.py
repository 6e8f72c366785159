"""The app of seasons."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SeasonConfig(AppConfig):
    """Standings, statistics, records, and the front page."""

    name = "clubscore.season"
    verbose_name = _("Seasons")

    def ready(self) -> None:
        """Listen to what happens at the tables."""
        from clubscore.season import receivers

        receivers.listen()
