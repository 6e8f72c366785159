"""What holds for every page: the frame, the errors, the headers."""

import re

import pytest
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import override_settings
from django.urls import path
from django.views.csrf import csrf_failure
from django.views.defaults import server_error

from clubscore.partie.models import Partie
from clubscore.urls import urlpatterns as the_sites

pytestmark = pytest.mark.django_db


def breaks(request: HttpRequest) -> HttpResponse:
    """Fail, as a view with a fault does."""
    message = "a fault"
    raise ValueError(message)


def cannot_read(request: HttpRequest) -> HttpResponse:
    """Refuse, as for an address that makes no sense."""
    message = "no sense"
    raise BadRequest(message)


urlpatterns = [
    path("breaks/", breaks),
    path("unreadable/", cannot_read),
    path("untrusted/", csrf_failure),
    *the_sites,
]
"""The site with every way to fail; the walk in the browser looks at them too."""


def policy(header: str) -> dict[str, list[str]]:
    """Read a Content-Security-Policy into its directives."""
    return {
        name: sources
        for name, *sources in (part.split() for part in header.split(";") if part)
    }


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/groene-hart/players/anna/?opponent=%00", 200),
        ("/groene-hart/rules/nts/?season=a%00", 200),
        ("/groene-hart/players/an%00na/", 200),
        ("/groene-hart/players/%00/", 404),
        ("/groene-hart/seasons/%00/", 404),
        ("/%00/", 404),
        ("/groene-hart/players/anna/?opponent=%%0000", 200),
    ],
)
def test_a_nul_in_an_address_is_passed_over(
    client: Client, partie: Partie, address: str, status: int
) -> None:
    assert client.get(address).status_code == status


def test_the_content_security_policy_is_strict(client: Client) -> None:
    directives = policy(client.get("/")["Content-Security-Policy"])
    assert directives["default-src"] == ["'self'"]
    assert directives["object-src"] == ["'none'"]
    assert directives["frame-ancestors"] == ["'none'"]
    assert not {"script-src", "style-src"} & directives.keys()
    assert "unsafe" not in str(directives)


def test_the_page_is_framed_for_people_and_for_htmx(client: Client) -> None:
    page = client.get("/").text
    assert '<html lang="en">' in page
    assert 'content="width=device-width, initial-scale=1"' in page
    assert page.index('href="#main"') < page.index('id="main"')
    assert re.search(r"""<body hx-headers='{"X-CSRFToken": "\w{64}"}'>""", page)
    assert '"allowEval":false' in page
    assert "django_htmx/htmx-2" in page


def test_a_missing_page_says_so(client: Client) -> None:
    response = client.get("/no-such-page/")
    assert response.status_code == 404
    assert "There is no such page" in response.text


def test_a_form_without_its_token_is_explained() -> None:
    response = Client(enforce_csrf_checks=True).post("/admin/login/")
    assert response.status_code == 403
    assert "This form could not be trusted" in response.text


@override_settings(ROOT_URLCONF="tests.test_pages")
def test_a_fault_of_ours_says_so() -> None:
    response = Client(raise_request_exception=False).get("/breaks/")
    assert response.status_code == 500
    assert "Something went wrong" in response.text


def test_the_page_for_faults_needs_nothing() -> None:
    assert b"Something went wrong" in server_error(HttpRequest()).content


@pytest.mark.parametrize("status", [400, 403])
def test_the_other_errors_have_pages(status: int) -> None:
    assert "<h1>" in render_to_string(f"{status}.html")
