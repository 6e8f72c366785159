"""The staff's pages: Django's admin behind a second factor."""

from __future__ import annotations

from django.contrib.admin import AdminSite
from django.http import HttpRequest


class StaffSite(AdminSite):
    """The staff's pages; who lacks something is led to it by the page to log in."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Tell whether somebody of the staff asks who has nothing left to prove."""
        # Django makes the site before there are models.
        from clubscore.club.factors import is_proved

        return super().has_permission(request) and is_proved(request)
