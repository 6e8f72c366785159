"""The site's addresses, and one that answers JSON and nothing else."""

from __future__ import annotations

import json

from django.http import HttpRequest, JsonResponse
from django.urls import include, path


def bare(request: HttpRequest) -> JsonResponse:
    """Answer what was sent, to whoever has a session."""
    asked = json.loads(request.body)
    return JsonResponse({"said": asked, "keys": list(request.session.keys())})


urlpatterns = [path("bare", bare), path("", include("clubscore.urls"))]
