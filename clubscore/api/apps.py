"""The Django app of the API."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    """Calls of other programs, their answers and their limits."""

    name = "clubscore.api"
    verbose_name = _("Other programs")
