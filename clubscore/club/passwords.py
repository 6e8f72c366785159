"""Rules for a new password: long, and none that is tried first."""

from __future__ import annotations

import re

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.password_validation import (
    CommonPasswordValidator,
    validate_password,
)
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Account

FEWEST_SIGNS = 5
"""Different ones; with fewer a password of whatever length is soon found."""
NO_LETTERS = re.compile(r"[\W\d_]")
"""What people put around a word that was refused."""
RUNS = "abcdefghijklmnopqrstuvwxyz 01234567890 qwertyuiop asdfghjkl zxcvbnm qwertzuiop"
"""Rows of signs, with digits as keyboards have them."""


class NotEasy(CommonPasswordValidator):
    """
    Refuse what is tried first: common passwords, also with digits around or repeated.

    Length alone stops nobody who tries “password1234” or “123456789012”.
    """

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Raise ValidationError for a password that is easy to find."""
        name = (user.get_username() if user is not None else "") or ""
        if self._is_easy(password.lower().strip(), name.lower()):
            raise ValidationError(
                _(
                    "This password is among the first that others try. Take three or "
                    "four words that have nothing to do with each other, or let your "
                    "browser choose one."
                ),
                code="password_too_common",
            )

    def _is_easy(self, password: str, name: str) -> bool:
        word = _once(NO_LETTERS.sub("", password))
        return (
            len(set(password)) < FEWEST_SIGNS
            or password in self.passwords
            or _is_run(password)
            # A word among digits is as easy as the word; three letters are no word.
            or (len(word) > 3 and (word in self.passwords or word == name))
        )

    def get_help_text(self) -> str:
        """Return what is told beside the field."""
        return gettext(
            "Three or four words that have nothing to do with each other are good."
        )


def _once(text: str) -> str:
    """
    Return what *text* repeats, or all of it.

    >>> _once("letmeinletmein"), _once("bamboo")
    ('letmein', 'bamboo')
    """
    return text[: (text + text).find(text, 1)]


def _is_run(text: str) -> bool:
    """
    Tell whether *text* is made of few rows of signs, forwards or backwards.

    >>> _is_run("123456789012"), _is_run("qwertyuiop123"), _is_run("abc of the winds")
    (True, True, False)
    """
    rows = RUNS + " " + RUNS[::-1]
    pairs = [text[place : place + 2] for place in range(len(text) - 1)]
    return sum(pair in rows for pair in pairs) >= len(text) * 0.8


def wants_change(password: str, account: Account) -> bool:
    """Tell whether *password* would be refused if it were new."""
    try:
        validate_password(password, account)
    except ValidationError:
        return True
    return False
