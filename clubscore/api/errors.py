"""Errors of the API, all of one shape: `{"error": {"code", "message", …}}`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    JsonResponse,
)
from django.http.response import HttpResponseBase

from clubscore.club.limits import TooCostlyError
from clubscore.rules import RulesError
from clubscore.rules.record_writer import write_error


class ApiError(Exception):
    """A request that is refused, and why."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.error = {"code": code, "message": message, **more}
        self.headers = headers


def too_many(wait: int) -> ApiError:
    """Return the answer to who asks too often; *wait* are seconds."""
    return ApiError(
        429,
        "too_many_requests",
        f"Too many requests. Try again in {wait} seconds.",
        headers={"Retry-After": str(wait)},
    )


def refused(request: HttpRequest, error: ApiError) -> HttpResponse:
    """Answer a request that is refused."""
    return JsonResponse(
        {"error": error.error}, status=error.status, headers=error.headers
    )


def not_found(request: HttpRequest) -> HttpResponse:
    """Answer that there is nothing, or nothing that the asker may know of."""
    return refused(
        request, ApiError(404, "not_found", "There is nothing here for this token.")
    )


def error_told(error: RulesError) -> dict[str, Any]:
    """Return why the rules engine refuses something."""
    told: dict[str, Any] = {**write_error(error)["error"]}
    if error.field:
        told["field"] = error.field
    if error.game is not None:
        told["game"] = error.game
    return told


def invalid(error: ValidationError) -> HttpResponse:
    """Answer what a service refuses."""
    field = None
    first = error
    if hasattr(error, "error_dict"):
        field, errors = next(iter(error.error_dict.items()))
        first = errors[0]
    elif hasattr(error, "error_list"):
        first = error.error_list[0]
    code = first.code if first.code in OWN_CODES else "bad_record"
    told: dict[str, Any] = {"code": code, "message": first.messages[0]}
    if field not in (None, NON_FIELD_ERRORS):
        told["field"] = field
    return JsonResponse({"error": told}, status=422)


OWN_CODES = ("finished", "void")
"""Codes of the services that a program may want to tell apart."""


def answer_to(request: HttpRequest, error: object) -> HttpResponse | None:
    """Return the refusal that an exception is; None if it is a fault of ours."""
    match error:
        case ApiError():
            return refused(request, error)
        case Http404():
            return not_found(request)
        case RulesError():
            return JsonResponse({"error": error_told(error)}, status=422)
        case ValidationError():
            return invalid(error)
        case TooCostlyError():
            return refused(request, too_many(error.wait))
    return None


View = Callable[..., HttpResponseBase]


def in_json(view: View) -> View:
    """Let *view* answer in JSON also where there is nothing, or not by this method."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        try:
            response = view(request, *args, **named)
        except Http404:
            return not_found(request)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        allowed = response["Allow"]
        error = ApiError(
            405,
            "method_not_allowed",
            f"This address answers to {allowed} alone.",
            headers={"Allow": allowed},
        )
        return refused(request, error)

    return answered
