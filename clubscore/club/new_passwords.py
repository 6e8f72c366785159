"""
Links with which an account whose password was lost chooses a new one.

The administrator of a club makes them, for accounts that belong to that club alone and
came by its own invitation: nobody who runs one club gets into another by them, nor into
the account of somebody who was added without being asked. A link is good once, for as
long as PASSWORD_RESET_TIMEOUT says, and no longer once the account joins another club.
"""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext

from clubscore.club.models import Account, Club


class NewPasswordTokens(PasswordResetTokenGenerator):
    """Tokens that also die when an account's clubs or its rank on the site change."""

    key_salt = "clubscore.club.NewPasswordTokens"

    def _make_hash_value(self, user: AbstractBaseUser, timestamp: int) -> str:
        assert isinstance(user, Account)
        clubs = list(user.memberships.order_by("club").values_list("club", flat=True))
        told = super()._make_hash_value(user, timestamp)
        return f"{told}{clubs}{user.is_staff}{user.is_superuser}"


new_password_tokens = NewPasswordTokens()


def why_not(account: Account, club: Club) -> str:
    """Return why the administrator of *club* makes no such link; empty if they may."""
    if account.is_staff or account.is_superuser:
        return gettext("This account runs the installation; only itself can help.")
    if account.memberships.count() > 1:
        return gettext(
            "This account belongs to other clubs too. Whoever runs the installation "
            "can help."
        )
    if not club.invitations.filter(used_by=account).exists():
        return gettext(
            "This account was added by its name and not invited. Whoever runs the "
            "installation can help."
        )
    return ""


def link_path(account: Account) -> str:
    """Return the address at which *account* chooses a new password."""
    uid = urlsafe_base64_encode(force_bytes(account.pk))
    token = new_password_tokens.make_token(account)
    return reverse("club:password_new", args=[uid, token])
