"""The settings of an installation whose database DATABASE_URL names."""

from clubscore.settings import *  # noqa: F403
from clubscore.settings import STORAGES

ALLOWED_HOSTS = ["*"]
NETWORK_PERCENT = 0
HTTPS = SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False

# No `collectstatic` before: files are found where they are.
WHITENOISE_AUTOREFRESH = True
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
