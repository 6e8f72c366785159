"""What a WSGI server imports: `clubscore.wsgi:application`."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")

application = get_wsgi_application()

# Django asks for the key only when it first signs something. A server without one
# should not start at all; reading the empty setting raises ImproperlyConfigured.
assert settings.SECRET_KEY
