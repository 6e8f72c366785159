"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubscore.partie import engine


@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    """Say what this installation is, and by which rule books it counts."""
    return render(request, "season/front_page.html", {"rulesets": engine.rulesets()})
