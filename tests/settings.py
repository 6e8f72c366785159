"""
The settings under test: those of an installation, on a database of the tests' own.

TEST_DATABASE_URL chooses another database than SQLite.
"""

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

for name in (
    *("ALLOWED_HOSTS", "HTTPS", "TIME_ZONE", "BEHIND_PROXY", "SECRET_KEY_FILE"),
    *("CLUBS_BY_ANYBODY", "API_SCORES_PER_MINUTE", "API_FAILED_TOKENS_PER_MINUTE"),
    "SECOND_FACTOR",
):
    os.environ.pop(name, None)  # what somebody set for their own installation
os.environ["DEBUG"] = "false"
os.environ["SECRET_KEY"] = "for-tests"
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL", "sqlite://:memory:")

from clubscore.settings import *  # noqa: E402, F403
from clubscore.settings import BASE_DIR, DATABASES, SQLITE_OPTIONS, STORAGES  # noqa: E402

# Two copies of the tree may be tested at the same time on one PostgreSQL.
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    tree = hashlib.sha256(str(BASE_DIR).encode()).hexdigest()[:8]
    DATABASES["default"]["TEST"] = {"NAME": f"test_clubscore_{tree}"}

    # A pool keeps sessions open, and a database with sessions cannot be dropped.
    DATABASES["default"]["OPTIONS"].pop("pool", None)

    # Likewise nothing is waited for that a loss of power could spoil, and no query is
    # compiled that is asked once.
    DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off -c jit=off"

# A database in memory has one connection, which the tests in a browser would share with
# the server: whatever both touch at once is "locked". In a file each has its own, as in
# an installation, but nothing that a loss of power could spoil is waited for.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    folder = tempfile.TemporaryDirectory(prefix="clubscore-tests-")
    # The server asks whether this one is in memory before the tests' own is made.
    DATABASES["default"]["NAME"] = str(Path(folder.name) / "never-made.sqlite3")
    DATABASES["default"]["TEST"] = {"NAME": str(Path(folder.name) / "tests.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        SQLITE_OPTIONS["init_command"] + "PRAGMA synchronous=OFF;"
    )
    # With `--reuse-db` Django begins with a copy of a file that is migrated already,
    # and runs what migrations it lacks.
    if migrated := os.environ.get("MIGRATED_DATABASE"):
        shutil.copy(migrated, DATABASES["default"]["TEST"]["NAME"])

# No `collectstatic` before the tests: files are found where they are.
WHITENOISE_AUTOREFRESH = True
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# The test client asks by http://; the tests of the redirect turn it on again.
SECURE_SSL_REDIRECT = False

# All tests come from one address, as fast as they can.
NETWORK_PERCENT = 0

# The fastest there is; no password here is anybody's.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
