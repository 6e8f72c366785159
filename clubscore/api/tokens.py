"""Authentication of API requests: a token, a session, or none for a public club."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from ninja.security import HttpBearer

from clubscore.api.errors import ApiError, too_many
from clubscore.api.limits import RequestKind, wait_for
from clubscore.club.access import speak_for
from clubscore.club.models import Token


class BearerToken(HttpBearer):
    """A token of a club, in the header `Authorization: Bearer TOKEN`."""

    def __call__(self, request: HttpRequest) -> Any:
        """Return the token; raise ApiError (401, 429) if none is valid."""
        _forget_account(request)
        return super().__call__(request) or _refuse("Send a token of the club.")

    def authenticate(self, request: HttpRequest, token: str) -> Token:
        """Return the valid token that was sent, and let the request do what it may."""
        digest = Token.digest_of(token)
        found = Token.objects.valid().filter(digest=digest).first()
        if found is None:
            wait = wait_for(
                request, RequestKind.FAILED, settings.API_FAILED_TOKENS_PER_MINUTE
            )
            if wait is not None:
                raise too_many(wait)
            _refuse("This token is not valid, or not any more.")
        speak_for(request, found)
        return found


class TokenOrPublic(BearerToken):
    """A token, or none: what is public is for everybody to read."""

    def __call__(self, request: HttpRequest) -> Any:
        """Return the token, or True where none was sent."""
        if "Authorization" in request.headers:
            return super().__call__(request)
        _forget_account(request)
        return True


class TokenOrSession(BearerToken):
    """A token, or whoever is logged in in a browser: to read, never to write."""

    def __call__(self, request: HttpRequest) -> Any:
        """Return the token, or True for an account; raise ApiError for others."""
        if "Authorization" not in request.headers and request.user.is_authenticated:
            return True
        return super().__call__(request)


def _forget_account(request: HttpRequest) -> None:
    """Let nothing be done in the name of whoever is logged in in a browser."""
    request.user = AnonymousUser()


def _refuse(message: str) -> NoReturn:
    raise ApiError(401, "unauthorized", message, headers={"WWW-Authenticate": "Bearer"})
