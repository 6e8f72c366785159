"""
Django's own texts about accounts and passwords, for our catalogues.

Django's own German and Dutch are formal, misspelt or missing there. A text that stands
here is collected by `make messages`, and our catalogues go before Django's.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop, ngettext_lazy

TEXTS = (
    gettext_noop("Enter the same password as before, for verification."),
    gettext_noop("The two password fields didn’t match."),
    gettext_noop("Your old password was entered incorrectly. Please enter it again."),
    gettext_noop(
        "Please enter a correct %(username)s and password. Note that both fields may be"
        " case-sensitive."
    ),
    gettext_noop("This account is inactive."),
    gettext_noop("Password confirmation"),
    gettext_noop("New password confirmation"),
    gettext_noop("A user with that username already exists."),
    gettext_noop(
        "Enter a valid username. This value may contain only letters, numbers, and"
        " @/./+/-/_ characters."
    ),
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    gettext_noop(
        "Your password can’t be too similar to your other personal information."
    ),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
)
