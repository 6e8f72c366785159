"""``manage.py mail``: send the reminders and results that are due."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from clubscore.club.mail import MailKind, Write, mails_send
from clubscore.evening.reminders import reminder, reminders_add
from clubscore.season.results_mail import ResultsWriter, results_add


class Command(BaseCommand):
    help = (
        "Send members the reminders of planned evenings and the results of evenings"
        " that they asked for, each once. A timer does it every ten minutes where mail"
        " is set up (EMAIL_URL)."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and say how many were sent; fail if the mail server has a fault."""
        if not settings.HAS_MAIL:
            self.stdout.write("no mail is set up: EMAIL_URL is empty")
            return
        if not settings.SITE_URL:
            raise CommandError("Say in SITE_URL what links in mails begin with.")
        reminders_add()
        results_add()
        writers: dict[str, Write] = {
            MailKind.REMINDER: reminder,
            MailKind.RESULTS: ResultsWriter(),
        }
        found = mails_send(writers)
        self.stdout.write(f"{found.sent} mails sent, {found.dropped} not needed")
        if found.left:
            raise CommandError(f"{found.left} mails wait: see the log for why")
