"""What the environment makes of an installation, each in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

SHOW = """
import json
from clubscore import settings
print(json.dumps({
    name: value for name, value in vars(settings).items()
    if name.isupper() and isinstance(value, (str, int, list, tuple, dict))
}, default=lambda value: type(value).__name__))
"""


def run(root: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run *code* in a fresh Python that has *environment* and nothing else."""
    return subprocess.run(  # noqa: S603 - the code is ours
        [sys.executable, "-c", code],
        env={"PATH": os.environ["PATH"], **environment},
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )


def shown(root: Path, **environment: str) -> dict[str, object]:
    """Return the settings that *environment* makes."""
    answer = run(root, SHOW, **environment)
    assert answer.returncode == 0, answer.stderr
    settings: dict[str, object] = json.loads(answer.stdout)
    return settings


def test_without_an_environment_all_is_shut(root: Path) -> None:
    settings = shown(root)
    assert settings["DEBUG"] is False
    assert settings["ALLOWED_HOSTS"] == []
    assert settings["SECRET_KEY"] == ""
    assert settings["SECURE_SSL_REDIRECT"] is True
    assert settings["SESSION_COOKIE_SECURE"] is True
    assert settings["CSRF_COOKIE_SECURE"] is True
    assert settings["SECURE_HSTS_SECONDS"] == 31_536_000
    assert "SECURE_PROXY_SSL_HEADER" not in settings


def test_a_server_without_a_key_does_not_start(root: Path) -> None:
    answer = run(root, "import clubscore.wsgi")
    assert answer.returncode != 0
    assert "SECRET_KEY setting must not be empty" in answer.stderr
    assert run(root, "import clubscore.wsgi", SECRET_KEY="for-tests").returncode == 0


def test_who_runs_a_server_has_a_second_factor_but_not_to_try_it_out(
    root: Path,
) -> None:
    assert shown(root)["SECOND_FACTOR"] == "staff"
    assert shown(root, DEBUG="true")["SECOND_FACTOR"] == "asked"
    assert shown(root, SECOND_FACTOR="required")["SECOND_FACTOR"] == "required"
    answer = run(root, "import clubscore.settings", SECOND_FACTOR="yes")
    assert "SECOND_FACTOR is asked, staff or required, not 'yes'." in answer.stderr


def test_what_a_key_has_signed_is_good_while_it_is_a_fallback(root: Path) -> None:
    settings = shown(root, SECRET_KEY="new", SECRET_KEY_FALLBACKS="old,older")
    assert settings["SECRET_KEY_FALLBACKS"] == ["old", "older"]
    assert shown(root)["SECRET_KEY_FALLBACKS"] == []


def test_without_https_cookies_have_plain_names(root: Path) -> None:
    assert shown(root, HTTPS="false")["SESSION_COOKIE_NAME"] == "sessionid"
    assert shown(root)["SESSION_COOKIE_NAME"] == "__Host-sessionid"


def test_mail_is_sent_where_it_is_said_how(root: Path) -> None:
    assert shown(root)["HAS_MAIL"] is False
    settings = shown(root, EMAIL_URL="smtp+tls://me:secret@mail.club.example:587")
    assert settings["HAS_MAIL"] is True
    assert settings["EMAIL_HOST"] == "mail.club.example"
    assert settings["EMAIL_PORT"] == 587
    assert settings["EMAIL_USE_TLS"] is True


def test_a_secret_can_be_read_from_a_file(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("from-a-file")
    assert shown(root, SECRET_KEY_FILE=str(file))["SECRET_KEY"] == "from-a-file"


def test_a_closed_network_can_do_without_https(root: Path) -> None:
    settings = shown(root, HTTPS="false")
    assert settings["SECURE_SSL_REDIRECT"] is False
    assert settings["SESSION_COOKIE_SECURE"] is False
    assert settings["SECURE_HSTS_SECONDS"] == 0


def test_a_proxy_is_believed_only_where_there_is_one(root: Path) -> None:
    settings = shown(root, BEHIND_PROXY="true")
    assert settings["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]


def test_sqlite_is_tuned_for_several_writers(root: Path) -> None:
    databases = shown(root)["DATABASES"]
    assert isinstance(databases, dict)
    database = databases["default"]
    assert database["NAME"] == str(root / "var" / "clubscore.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]


def test_sqlite_is_opened_once_for_many_answers(root: Path) -> None:
    for url, seconds in (
        ("sqlite:////tmp/clubscore.sqlite3", 600),
        ("sqlite:////tmp/clubscore.sqlite3?conn_max_age=5", 5),
        # The pool of PostgreSQL is refused beside it.
        ("postgres://ben:secret@db.example/clubscore", 0),
    ):
        databases = shown(root, DATABASE_URL=url)["DATABASES"]
        assert isinstance(databases, dict)
        assert databases["default"].get("CONN_MAX_AGE", 0) == seconds


def test_the_password_of_the_database_may_stand_beside_its_address(root: Path) -> None:
    for address, password in (("ben", "b/s%"), ("ben:a", "a")):
        url = f"postgres://{address}@db.example/clubscore"
        settings = shown(root, DATABASE_URL=url, PGPASSWORD="b/s%")
        databases = settings["DATABASES"]
        assert isinstance(databases, dict)
        assert databases["default"]["PASSWORD"] == password
    # A backup has all that was said.
    assert settings["SETTINGS_GIVEN"] == {"DATABASE_URL": url}
    bare = {"DATABASE_URL": "postgres://ben@db/c", "PGPASSWORD": "b/s%"}
    assert shown(root, **bare)["SETTINGS_GIVEN"] == bare


def test_postgresql_is_pooled_and_the_address_has_the_last_word(root: Path) -> None:
    url = "postgres://ben:secret@db.example/clubscore?sslmode=require"
    databases = shown(root, DATABASE_URL=url)["DATABASES"]
    assert isinstance(databases, dict)
    database = databases["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert database["NAME"] == "clubscore"
    pool = {"min_size": 4, "max_size": 8}
    assert database["OPTIONS"] == {"pool": pool, "sslmode": "require"}
