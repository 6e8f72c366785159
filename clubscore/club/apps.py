"""The Django app of clubs and players."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubConfig(AppConfig):
    """Clubs, players, members, roles, invitations."""

    name = "clubscore.club"
    verbose_name = _("Clubs and people")

    def ready(self) -> None:
        """Let logins be told, sessions be known, and clubs' own books be found."""
        from clubscore.club import engine, login, own_books, sessions  # noqa: F401

        engine.own_books_found(own_books.content_of)
