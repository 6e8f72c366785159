"""What a server writes to standard error."""

import json
import logging
from pathlib import Path

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from clubscore.club.models import Account
from clubscore.logs import JsonFormatter, TextFormatter, cut, settings_of
from tests.test_roles import addresses
from tests.test_settings import run

TYPED = {"username": "willem", "password": "tiles and winds"}


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what was told of logins."""
    return [
        f"{one.levelname} {one.getMessage()}"
        for one in caplog.records
        if one.name == "clubscore.journal"
    ]


def test_logins_are_told_with_name_and_address_and_never_the_password(
    client: Client, administrator: Account, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    client.post("/accounts/login/", TYPED | {"password": "not mine"})
    client.post("/accounts/login/", TYPED)
    new = {"new_password1": "four winds blow", "new_password2": "four winds blow"}
    client.post("/accounts/password/", new | {"old_password": "not mine"})
    client.post("/accounts/logout/")
    assert told(caplog) == [
        "WARNING 'willem' failed to log in from 127.0.0.1",
        "INFO 'willem' has logged in from 127.0.0.1",
        "WARNING 'willem' gave a wrong old password from 127.0.0.1",
        "INFO 'willem' has logged out from 127.0.0.1",
    ]
    assert "not mine" not in caplog.text
    assert "tiles and winds" not in caplog.text


def test_a_pause_is_told(
    client: Client, administrator: Account, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(6):
        client.post("/accounts/login/", TYPED | {"password": "wrong"})
    assert told(caplog)[-1] == "WARNING 'willem' must wait to log in from 127.0.0.1"


def test_each_request_is_a_line(
    client: Client, db: None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "clubscore.requests")
    client.get("/play/")
    client.post("/nowhere/")
    lines = [one.getMessage() for one in caplog.records if "requests" in one.name]
    assert [line.split()[:3] for line in lines] == [
        ["GET", "/play/", "200"],
        ["POST", "/nowhere/", "405"],
    ]
    assert all(line.endswith(" ms 127.0.0.1") for line in lines)


# How it is written ----------------------------------------------------------------


def of(message: str, *args: object) -> logging.LogRecord:
    """Return a record of the log."""
    return logging.LogRecord("clubscore", logging.ERROR, "", 0, message, args, None)


def failed(message: str) -> logging.LogRecord:
    """Return a record with a trace."""
    record = of("Not Found: %s", message)
    error = ValueError(message)
    record.exc_info = (ValueError, error, None)
    return record


def test_what_opens_something_is_cut_from_every_line() -> None:
    for address in (
        reverse("table:link", args=["secret"]),
        reverse("club:invitation", args=["secret"]),
        reverse("club:password_new", args=["who", "secret"]),
    ):
        for formatter in (TextFormatter(), JsonFormatter()):
            text = formatter.format(failed(f"GET {address}?next=/a/ 200"))
            assert "secret" not in text
            assert "?next=/a/ 200" in text


def test_nobody_begins_a_line_of_their_own() -> None:
    record = of("'%s' failed", "eva\n2026-11-22 ERROR all is lost\x1b[31m\u2028x")
    for formatter in (TextFormatter(), JsonFormatter()):
        text = formatter.format(record)
        assert len(text.splitlines()) == 1
        assert "\x1b" not in text


def test_json_is_an_object_a_line_with_the_trace() -> None:
    text = JsonFormatter().format(failed("eva"))
    assert "\n" not in text
    found = json.loads(text)
    assert found["level"] == "ERROR"
    assert found["message"] == "Not Found: eva"
    assert "ValueError: eva" in found["trace"]


def test_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match="LOG_FORMAT is text or json"):
        settings_of("xml", has_requests=False)


FAIL = """
import django
django.setup()
from django.test import Client
from django.urls import path
from django.contrib.staticfiles import storage
storage.staticfiles_storage._wrapped = storage.StaticFilesStorage()
import clubscore.urls
def broken(request): raise RuntimeError("the tiles fell down")
clubscore.urls.urlpatterns.insert(0, path("broken/", broken))
Client(raise_request_exception=False).get("/broken/", secure=True)
Client().get("/nowhere-%0a-at-all", secure=True)
Client().get("/healthz", headers={"host": "elsewhere.example"}, secure=True)
"""


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_production_server_tells_errors_with_their_trace_and_security(
    root: Path, tmp_path: Path, form: str
) -> None:
    answer = run(
        root,
        FAIL,
        DJANGO_SETTINGS_MODULE="clubscore.settings",
        SECRET_KEY="for-tests",
        ALLOWED_HOSTS="testserver",
        DATABASE_URL=f"sqlite:///{tmp_path}/none.sqlite3",
        LOG_FORMAT=form,
        LOG_REQUESTS="true",
    )
    assert answer.returncode == 0, answer.stderr
    lines = answer.stderr.splitlines()
    assert "RuntimeError: the tiles fell down" in answer.stderr
    assert "Traceback" in answer.stderr
    assert "elsewhere.example" in answer.stderr
    assert sum("GET /broken/ 500" in line for line in lines) == 1
    if form == "json":
        objects = [json.loads(line) for line in lines if line.startswith("{")]
        assert {one["logger"] for one in objects} >= {
            "django.request",
            "django.security.DisallowedHost",
            "clubscore.requests",
        }


GUNICORN = """
import runpy
from gunicorn.config import Config
from gunicorn.glogging import Logger
config = Config()
told = runpy.run_path("gunicorn.conf.py")
config.set("logconfig_dict", told["logconfig_dict"])
Logger(config).error("Error handling request %s", "/t/abc/")
"""


@pytest.mark.parametrize("form", ["text", "json"])
def test_gunicorn_tells_in_the_same_form_and_no_secret(root: Path, form: str) -> None:
    answer = run(root, GUNICORN, LOG_FORMAT=form)
    [line] = answer.stderr.splitlines()
    if form == "json":
        assert json.loads(line)["logger"] == "gunicorn.error"
        line = json.loads(line)["message"]
    assert line.endswith("Error handling request /t/…")


def test_lines_of_requests_are_written_only_where_they_are_wanted() -> None:
    for has_requests, level in ((True, "INFO"), (False, "WARNING")):
        loggers = settings_of("text", has_requests=has_requests)["loggers"]
        assert loggers["clubscore.requests"]["level"] == level


def test_the_token_of_every_link_is_cut() -> None:
    routes = [one for one in addresses(get_resolver().url_patterns) if "<token>" in one]
    assert len(routes) >= 7
    for route in routes:
        assert "secret" not in cut(route.replace("<token>", "secret:token"))
