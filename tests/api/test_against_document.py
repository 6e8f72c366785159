"""The API held against its own document: odd requests by the dozen, always the same."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from pytest_django import Settings
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import negative_data_rejection

from clubscore.api.calls import api
from clubscore.club.models import Club, Role
from clubscore.club.services import token_make
from clubscore.partie.audit import differences
from clubscore.partie.models import Partie
from clubscore.wsgi import application
from tests.api.conftest import Program
from tests.season.played import GAME

EXAMPLES = 10
"""Of each kind for every call."""

schema = schemathesis.openapi.from_dict(
    dict(api.get_openapi_schema(path_prefix="api/v1/")),
    config=SchemathesisConfig.from_dict(
        {
            "seed": 1,
            # What the rules refuse no document can say.
            "checks": {
                "positive_data_acceptance": {
                    "expected-statuses": ["2xx", "304", "404", "409", "422", "428"]
                },
                # The document has a status of its own for a write without a key.
                "missing_required_header": {
                    "expected-statuses": ["400", "401", "422", "428"]
                },
            },
            "generation": {
                "max-examples": EXAMPLES,
                "deterministic": True,
                "database": "none",
            },
        }
    ),
)
schema.app = application


@pytest.fixture
def token(
    club: Club, partie: Partie, program: Program, request: pytest.FixtureRequest
) -> Iterator[str]:
    """Return a token of a club that has a partie with a game."""
    configuration: Settings = request.getfixturevalue("settings")
    configuration.API_SCORES_PER_MINUTE = 0
    configuration.ALLOWED_HOSTS = ["localhost", "testserver"]
    program.write(f"parties/{partie.pk}/games/", GAME)
    _token, secret = token_make(club=club, name="odd", role=Role.ADMINISTRATOR)
    # The test's transaction lives in one connection, from one request to the next. (The
    # test client, which the program is, has connected these again.)
    ends = (request_started, request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    yield secret
    for signal in ends:
        signal.connect(close_old_connections)
    assert not list(differences())


@schema.parametrize()
@settings(
    deadline=None,
    # The partie goes on from one request to the next.
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_every_answer_is_as_the_document_says(
    case: schemathesis.Case[Any], token: str, club: Club, partie: Partie
) -> None:
    known = {
        "club": club.slug,
        "season": partie.season.slug,
        "pk": partie.pk,
        "number": 1,
    }
    case.path_parameters = {name: known[name] for name in case.path_parameters}
    if "If-Match" in case.headers:
        case.headers["If-Match"] = f'"{Partie.objects.get(number=1).version}"'
    given = {"Authorization": f"Bearer {token}"}
    excluded: list[Any] = [] if is_wrong(case, given) else [negative_data_rejection]
    case.call_and_validate(headers=given, excluded_checks=excluded)


def is_wrong(case: schemathesis.Case[Any], given: dict[str, str]) -> bool:
    """Tell whether a case that was made wrong still is, with these headers."""
    own = case.headers.copy()
    case.headers.update(given)
    assert case.meta is not None
    found = any(one.mode.is_negative for one in case.meta.components.values())
    case.headers = own
    return found
