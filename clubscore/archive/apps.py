"""The Django app of the archive."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArchiveConfig(AppConfig):
    """Typed sheets, earlier results, clubs out and in."""

    name = "clubscore.archive"
    verbose_name = _("Archive")

    def ready(self) -> None:
        """Answer what the ledger asks."""
        from clubscore.archive import receivers

        receivers.listen()
