"""
The settings of an installation, read from the environment.

Without any environment they are safe for the open internet: no debugging, HTTPS only.
docs/settings.md lists the variables.
"""

from pathlib import Path
from typing import Any
from urllib.parse import quote

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from environ import FileAwareEnv

from clubscore import engine_policy, logs
from clubscore.bodies import LONGEST

BASE_DIR = Path(__file__).resolve().parent.parent

VAR_DIR = BASE_DIR / "var"
"""Everything that is made at run time and not kept in git."""


class Environment(FileAwareEnv):  # type: ignore[misc]
    """The environment; `NAME_FILE` names a file that holds the value of `NAME`."""

    def get_value(self, var: str, *args: Any, **more: Any) -> Any:
        """Return a setting, and note what was given, for backups."""
        if var in self.ENVIRON:
            SETTINGS_GIVEN[var] = str(self.ENVIRON[var])
        return super().get_value(var, *args, **more)


SETTINGS_GIVEN: dict[str, str] = {}
"""Every setting that somebody made, as it was written."""

env = Environment()

# The server and the command of an installation read these; they go along in backups.
env.str("BIND", default="")
env.str("UPDATES_FROM", default="")

# Who runs it, and where

DEBUG: bool = env.bool("DEBUG", default=False)
SECRET_KEY: str = env.str("SECRET_KEY", default="for-debugging-only" if DEBUG else "")
"""Empty is refused by Django where it is needed, so commands that need none run."""
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])
"""Keys that were in use before, whose sessions and links are still good."""
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=[])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

ROOT_URLCONF = "clubscore.urls"
WSGI_APPLICATION = "clubscore.wsgi.application"

INSTALLED_APPS = [
    "clubscore.club.staff_app.StaffPages",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    # Before staticfiles: runserver then leaves static files to WhiteNoise.
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "clubscore.club",
    "clubscore.partie",
    "clubscore.archive",
    "clubscore.season",
    "clubscore.demo",
    "clubscore.sheets",
    "clubscore.api",
    "clubscore.privacy",
    "clubscore.upkeep",
]

MIDDLEWARE = [
    "clubscore.club.middleware.log_requests",
    "clubscore.club.middleware.charge_networks",
    "clubscore.club.middleware.pass_over_nul",
    "clubscore.club.middleware.refuse_long_bodies",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "clubscore.club.middleware.CompressedPages",
    # After the static files, which everybody may keep.
    "clubscore.club.middleware.keep_private",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "clubscore.partie.read_once.read_once",
    "clubscore.club.middleware.SpendthriftsRefused",
    "clubscore.club.sessions.sessions_seen",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "clubscore.context.version_told",
                "clubscore.context.mail_told",
                "clubscore.context.appearance_told",
            ],
        },
    },
]

# Database

SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL;"
        "PRAGMA synchronous=FULL;"
        "PRAGMA foreign_keys=ON;"
        "PRAGMA recursive_triggers=ON;"
    ),
}
"""Several writers at once: a transaction waits for its turn instead of failing."""

SQLITE_KEPT_OPEN = 600
"""
For how many seconds a thread keeps the file open; PostgreSQL has its pool.

To open it takes longer than most answers do.
"""

POSTGRESQL_OPTIONS: dict[str, Any] = {"pool": {"min_size": 4, "max_size": 8}}
"""
A session for every thread of gunicorn.conf.py, half of them open from the start.

With fewer than threads, whoever has a password hashed makes others wait for a session.
"""


def database(url: str) -> dict[str, Any]:
    """Return Django's settings of the database at *url*, with the options it needs."""
    settings: dict[str, Any] = env.db_url_config(url)
    options: dict[str, Any] = {}
    match settings["ENGINE"]:
        case "django.db.backends.sqlite3":
            options = SQLITE_OPTIONS
            settings.setdefault("CONN_MAX_AGE", SQLITE_KEPT_OPEN)
        case "django.db.backends.postgresql":
            options = POSTGRESQL_OPTIONS
            settings["PASSWORD"] = settings["PASSWORD"] or env.str(
                "PGPASSWORD", default=""
            )
    # What the address itself says has the last word.
    settings["OPTIONS"] = {**options, **settings.get("OPTIONS", {})}
    return settings


DEFAULT_DATABASE_URL = f"sqlite:///{quote(str(VAR_DIR / 'clubscore.sqlite3'))}"
DATABASES = {"default": database(env.str("DATABASE_URL", default=DEFAULT_DATABASE_URL))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Backups

BACKUP_DIR = Path(env.str("BACKUP_DIR", default=str(VAR_DIR / "backups")))
BACKUP_DAYS: int = env.int("BACKUP_DAYS", default=7)
"""Of how many days, weeks and months the last backup is kept."""
BACKUP_WEEKS: int = env.int("BACKUP_WEEKS", default=4)
BACKUP_MONTHS: int = env.int("BACKUP_MONTHS", default=12)

# Accounts

AUTH_USER_MODEL = "club.Account"
LOGIN_URL = "club:login"
SECOND_FACTOR: str = env.str("SECOND_FACTOR", default="asked" if DEBUG else "staff")
"""Who must have a second factor; everybody may."""
if SECOND_FACTOR not in ("asked", "staff", "required"):
    raise ImproperlyConfigured(
        f"SECOND_FACTOR is asked, staff or required, not {SECOND_FACTOR!r}."
    )
CLUBS_BY_ANYBODY: bool = env.bool("CLUBS_BY_ANYBODY", default=False)
"""Whether every account may make clubs, or those of the staff alone."""
BOOKS_TO_COPY: bool = env.bool("BOOKS_TO_COPY", default=True)
"""Whether other clubs are shown the published rule books of public clubs, to copy."""
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
"""How many seconds a link to a new password is good for."""
PASSWORD_HASHERS = ["clubscore.club.hashers.QueueingPasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation."
        "UserAttributeSimilarityValidator"
    },
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "clubscore.club.passwords.NotEasy"},
]
"""Of new passwords; who has an older one still logs in, and is told to change it."""

# Mail

EMAIL_URL: str = env.str("EMAIL_URL", default="")
"""The server that sends mail, such as smtp+tls://name:password@host:587."""
HAS_MAIL = bool(EMAIL_URL)
if HAS_MAIL:
    vars().update(env.email_url("EMAIL_URL"))
SITE_URL: str = env.str(
    "SITE_URL",
    default=next(
        (
            f"{'https' if env.bool('HTTPS', default=not DEBUG) else 'http'}://{name}"
            for name in ALLOWED_HOSTS
            if name != "*" and not name.startswith(".")
        ),
        "http://127.0.0.1:8000" if DEBUG else "",
    ),
).rstrip("/")
"""What links in mails begin with."""
DEFAULT_FROM_EMAIL: str = env.str("MAIL_FROM", default="clubscore@localhost")
EMAIL_TIMEOUT = 10

# Other programs

API_SCORES_PER_MINUTE: int = env.int("API_SCORES_PER_MINUTE", default=120)
"""How many games an address may have scored without a token; 0 is no limit."""
API_FAILED_TOKENS_PER_MINUTE: int = env.int("API_FAILED_TOKENS_PER_MINUTE", default=20)
"""After how many tokens that are not valid an address has to wait; 0 is no limit."""

# How much one network may take

NETWORK_PERCENT: float = env.float("NETWORK_PERCENT", default=0 if DEBUG else 10)
"""Of the machine, in any minute; 0 is no limit."""
WEB_CONCURRENCY: int = env.int("WEB_CONCURRENCY", default=2)
"""How many processes gunicorn serves with; gunicorn.conf.py reads it too."""

# Security

HTTPS: bool = env.bool("HTTPS", default=not DEBUG)
"""Whether people reach the site by https:// only, as on the open internet they must."""

SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [
    r"^(healthz|readyz|metrics)$"
]  # asked from inside, past the proxy
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
HOST_ONLY = "__Host-" if HTTPS else ""
"""Begins cookies that browsers take from this very host by https:// alone."""
SESSION_COOKIE_NAME = f"{HOST_ONLY}sessionid"
CSRF_COOKIE_NAME = f"{HOST_ONLY}csrftoken"
LANGUAGE_COOKIE_NAME = f"{HOST_ONLY}language"
MESSAGE_STORAGE = "clubscore.club.messages.HostOnlyMessages"
SECURITY_CONTACT: list[str] = env.list("SECURITY_CONTACT", default=[])
"""Whom to tell of a hole: addresses such as mailto:somebody@club.example."""
SECURE_HSTS_SECONDS: int = env.int("HSTS_SECONDS", default=31_536_000 if HTTPS else 0)
# These two speak for all other sites of the domain, so its owner decides.
SECURE_HSTS_INCLUDE_SUBDOMAINS: bool = env.bool(
    "HSTS_INCLUDE_SUBDOMAINS", default=False
)
SECURE_HSTS_PRELOAD: bool = env.bool("HSTS_PRELOAD", default=False)
BEHIND_PROXY: bool = env.bool("BEHIND_PROXY", default=False)
if BEHIND_PROXY:
    # Only where a proxy sets this header, or anybody could claim to come by https://.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],  # the arrows and ticks inside Pico's CSS
        "worker-src": [SELF],  # opens the table screen without a signal
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

# Nothing that is sent is written to the disk; `refuse_long_bodies` has looked at it.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = LONGEST
DATA_UPLOAD_MAX_MEMORY_SIZE = LONGEST

# What it tells whoever runs it

LOG_REQUESTS: bool = env.bool("LOG_REQUESTS", default=False)
LOGGING = logs.settings_of(
    env.str("LOG_FORMAT", default="text"), has_requests=LOG_REQUESTS
)
METRICS_TOKEN: str = env.str("METRICS_TOKEN", default="")
"""Who has it may ask for /metrics; without one nobody may."""

# What it tells of whoever runs it

OPERATOR: str = env.str("OPERATOR", default="")
"""Who answers for the site, with an address: for the page of what is kept of people."""

# Languages and time

LANGUAGE_CODE = "en"
# Only languages with a catalogue in clubscore/locale: a page must not call its English
# sentences German.
LANGUAGES = [("en", _("English")), ("de", _("German")), ("nl", _("Dutch"))]
LOCALE_PATHS = [BASE_DIR / "clubscore" / "locale"]
FORMAT_MODULE_PATH = ["clubscore.formats"]
USE_TZ = True
TIME_ZONE: str = env.str("TIME_ZONE", default="Europe/Amsterdam")

# Static files

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
WHITENOISE_ALLOW_ALL_ORIGINS = False  # nobody else's page has a use for our files
WHITENOISE_ADD_HEADERS_FUNCTION = engine_policy.guard
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "clubscore.static_files.PackedRules",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "clubscore.static_files.NamedByContent"
        )
    },
}
