"""The WSGI application of a server: `clubscore.wsgi:application`."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")

application = get_wsgi_application()

# Django asks for the key only when it first signs something. A server without one
# should not start at all; reading the empty setting raises ImproperlyConfigured.
assert settings.SECRET_KEY

# Else the first to ask each process waits until all pages are loaded.
get_resolver().url_patterns  # noqa: B018 (to ask for them loads them)
