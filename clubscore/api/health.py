"""The health pages of an installation: `/readyz` and `/metrics`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubscore.club.models import Account, Club, LoginAttempt
from clubscore.partie.models import Game, Partie, Revision
from clubscore.version import VERSION

LEAST_FREE = 200_000_000
"""Bytes of the disk; with less nobody should be sent here."""


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 where the database is of this version and there is room, else 503."""
    free = disk_free()
    told = {"version": VERSION, "migrated": is_migrated(), "disk_free": free}
    is_ready = told["migrated"] and free >= LEAST_FREE
    return JsonResponse(told, status=200 if is_ready else 503)


def is_migrated() -> bool:
    """Tell whether the database answers and every migration has been applied to it."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        _look_for_migrations()
    except (Error, NotMigratedError):
        return False
    return True


class NotMigratedError(Exception):
    """Migrations of this version wait to be applied."""


@lru_cache(maxsize=1)
def _look_for_migrations() -> None:
    """Raise NotMigratedError if some wait; once none does, this is not asked again."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise NotMigratedError


def disk_free() -> int:
    """Return how many bytes are free where the site writes."""
    folder = settings.VAR_DIR
    if connection.vendor == "sqlite":
        folder = Path(connection.settings_dict["NAME"]).parent
    return shutil.disk_usage(folder if folder.is_dir() else settings.BASE_DIR).free


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Tell Prometheus how much there is; to others the page does not exist."""
    sent = request.headers.get("Authorization", "")
    token = settings.METRICS_TOKEN
    if not token or not constant_time_compare(sent, f"Bearer {token}"):
        raise Http404
    return HttpResponse("\n".join([*_lines(), ""]), "text/plain; version=0.0.4")


def _lines() -> Iterator[str]:
    """Yield the lines; numbers that grow for ever are counters."""
    yield "# TYPE clubscore_info gauge"
    yield f'clubscore_info{{version="{VERSION}"}} 1'
    for kind, name, many in (
        ("gauge", "clubs", Club.objects.count()),
        ("gauge", "accounts", Account.objects.count()),
        ("gauge", "parties", Partie.objects.count()),
        ("gauge", "parties_open", Partie.objects.open().count()),
        ("gauge", "games", Game.objects.count()),
        ("counter", "revisions_total", Revision.objects.count()),
        ("gauge", "login_attempts", LoginAttempt.objects.count()),
        ("gauge", "disk_free_bytes", disk_free()),
    ):
        yield f"# TYPE clubscore_{name} {kind}"
        yield f"clubscore_{name} {many}"
