"""Who belongs to a club, and who logs in."""

from django.contrib.auth.models import AbstractUser
from django.utils.translation import gettext_lazy as _


class Account(AbstractUser):
    """Who logs in; not yet a player or a member of any club."""

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
