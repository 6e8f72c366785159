"""``manage.py rebuild``: make the rows that follow from the revisions again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from clubscore.partie.audit import differences_of, rebuild
from clubscore.partie.engine import RulesError
from clubscore.partie.models import KeptAnswer, Partie


class Command(BaseCommand):
    """Repair every partie that is not as it follows from its records."""

    help = (
        "Make the stored rows of every partie again from its records where they"
        " differ. A game that the rules engine now counts differently gets a revision"
        " with that reason. A partie with a game that it now refuses stays as it is."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Repair what differs, and say so; pages make anew what they have kept."""
        KeptAnswer.objects.all().delete()
        repaired = recounted = 0
        for partie in Partie.objects.select_related("club").order_by("pk").iterator():
            found = list(differences_of(partie))
            if not found:
                continue
            for difference in found:
                self.stdout.write(str(difference))
            try:
                recounted += rebuild(partie)
            except RulesError:
                # Which game, and why, stands among the differences.
                self.stdout.write(
                    f"partie {partie.number} stays as it is until that game is"
                    " corrected"
                )
                continue
            repaired += 1
        self.stdout.write(
            f"{repaired or 'no'} parties repaired, {recounted or 'no'} games counted"
            " differently"
        )
