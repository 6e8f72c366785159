"""``manage.py seal_anew``: seal rows with the new key, before an old one is dropped."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from clubscore.club.factors import secrets_seal_anew


class Command(BaseCommand):
    help = (
        "Seal what is sealed in the database, the secrets of apps with codes, with the"
        " SECRET_KEY of today. Run it before you drop a key from SECRET_KEY_FALLBACKS."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Seal it, and say whose no key opens any more."""
        done, lost = secrets_seal_anew()
        for app in lost:
            self.stdout.write(
                f"No key opens the app of {app.account}: manage.py second_factor"
                f" {app.account} --remove"
            )
        self.stdout.write(f"{done} sealed anew, {len(lost)} lost")
