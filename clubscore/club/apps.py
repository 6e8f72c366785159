"""The Django app of clubs and players."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubConfig(AppConfig):
    """Clubs, players, members, roles, invitations."""

    name = "clubscore.club"
    verbose_name = _("Clubs and people")

    def ready(self) -> None:
        """Let logins be told, and their sessions be known."""
        from clubscore.club import login, sessions  # noqa: F401
