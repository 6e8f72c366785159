"""The form in which an account chooses what mail it gets, and in which language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Account, Member


class MailForm(forms.Form):
    """An address, a language, and what each of the account's clubs is to write."""

    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_(
            "Without one you get no mail. A new one counts as soon as you confirm it by"
            " a link sent there."
        ),
        error_messages={"invalid": _("This is no e-mail address.")},
    )
    language = forms.ChoiceField(
        label=_("In which language"), choices=settings.LANGUAGES
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        account: Account,
        memberships: Sequence[Member],
    ) -> None:
        super().__init__(data)
        self.memberships = memberships
        self.initial = {
            "email": account.email,
            "language": account.language or get_language(),
        }
        for member in memberships:
            for name, label, wants in (
                ("wants_reminders", _("Remind me of evenings"), member.wants_reminders),
                ("wants_results", _("Send me the results"), member.wants_results),
            ):
                self.fields[f"{name}_{member.pk}"] = forms.BooleanField(
                    label=label, required=False, initial=wants
                )

    def clubs(self) -> Iterator[tuple[Member, forms.BoundField, forms.BoundField]]:
        """Yield each membership with what its club is to write."""
        for member in self.memberships:
            yield (
                member,
                self[f"wants_reminders_{member.pk}"],
                self[f"wants_results_{member.pk}"],
            )
