"""The Django app of the sheets."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SheetsConfig(AppConfig):
    """Round sheets, evening packs, reports and reference cards."""

    name = "clubscore.sheets"
    verbose_name = _("Sheets")

    def ready(self) -> None:
        """Listen to what happens to names."""
        from clubscore.sheets import receivers

        receivers.listen()
