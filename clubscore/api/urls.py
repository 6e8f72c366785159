"""Addresses of the app api."""

from django.urls import URLPattern, path, re_path

from clubscore.api.calls import api
from clubscore.api.errors import in_json, not_found

patterns, of_app, namespace = api.urls
for pattern in patterns:
    assert isinstance(pattern, URLPattern)
    pattern.callback = in_json(pattern.callback)

urlpatterns = [
    path("", (patterns, of_app, namespace)),
    # A program is not shown the page that people see.
    re_path(r"^", not_found, name="api_not_found"),
]
