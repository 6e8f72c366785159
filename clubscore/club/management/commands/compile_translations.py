"""
``manage.py compile_translations``: the .mo file of every language's catalogue.

Django's own compilemessages needs the gettext package; this needs nothing but
Python, so that a fresh clone speaks every language.
"""

import os
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compile the translations that have changed since they were compiled."
    requires_system_checks = []

    def handle(self, *_args: Any, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
                if compile_if_changed(source) and options["verbosity"] > 0:
                    self.stdout.write(f"Compiled {source}")


def compile_if_changed(source: Path) -> bool:
    """
    Compile one catalogue unless that has been done; tell whether it was needed.

    What was compiled bears the time of its source. Another process may read it or
    do the same meanwhile, so it appears in one stroke.
    """
    compiled = source.with_suffix(".mo")
    changed_at = source.stat().st_mtime_ns
    if compiled.exists() and compiled.stat().st_mtime_ns == changed_at:
        return False
    scratch = source.with_suffix(f".{os.getpid()}.mo")
    scratch.write_bytes(polib.pofile(str(source), encoding="utf-8").to_binary())
    os.utime(scratch, ns=(changed_at, changed_at))
    scratch.replace(compiled)
    return True
