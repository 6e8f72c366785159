"""The API and the document that describes it, in OpenAPI."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from ninja import NinjaAPI, Router
from ninja.openapi.schema import OpenAPISchema

from clubscore.api import schemas
from clubscore.api.errors import answer_to
from clubscore.version import VERSION


def fails(*statuses: int) -> dict[int, Any]:
    """Return how a call answers when it refuses."""
    kinds: dict[int, Any] = {409: schemas.ConflictAnswer}
    return {status: kinds.get(status, schemas.ErrorAnswer) for status in statuses}


class ClubscoreAPI(NinjaAPI):
    """The API, without a page that would load what our policy forbids."""

    def __init__(self) -> None:
        super().__init__(
            title="Clubscore",
            version=VERSION,
            description=DESCRIPTION,
            docs_url=None,
            docs_decorator=require_safe,
            default_router=Router(by_alias=True),  # a debt is `from` somebody
            urls_namespace="api",
        )
        self._document: OpenAPISchema | None = None

    def on_exception(self, request: HttpRequest, exc: Any) -> HttpResponse:
        """Answer what was raised in the shape that all refusals have."""
        return answer_to(request, exc) or super().on_exception(request, exc)

    def get_openapi_schema(self, **more: Any) -> OpenAPISchema:
        """Return the document, which is the same for everybody."""
        if self._document is None:
            self._document = self._described(**more)
        return self._document

    def _described(self, **more: Any) -> OpenAPISchema:
        """Return the document, with the bodies that calls read themselves."""
        document = super().get_openapi_schema(**more)
        components = document["components"]
        components["schemas"] |= schemas.body_definitions()
        schemes = components["securitySchemes"]
        optional = schemes.pop("TokenOrPublic", None)
        schemes.pop("TokenOrSession", None)
        for calls in document["paths"].values():
            for call in calls.values():
                if optional and call.get("security") == [{"TokenOrPublic": []}]:
                    call["security"] = [{}, {"BearerToken": []}]
                if call.get("security") == [{"TokenOrSession": []}]:
                    call["security"] = [{"BearerToken": []}]
                _describe(call)
        return document


def _describe(call: dict[str, Any]) -> None:
    """Say in words what the answers mean."""
    for status, answer in call["responses"].items():
        answer["description"] = MEANINGS.get(status, answer["description"])
        if status == 429:
            answer["headers"] = {"Retry-After": {"schema": {"type": "string"}}}


MEANINGS = {
    304: "It is as you know it.",
    400: "Not JSON.",
    401: "No token, or one that is not valid.",
    403: "The token's role does not allow it.",
    404: "Nothing is there, or nothing that the asker may know of.",
    409: "`If-Match` is not the current version: somebody else wrote first.",
    413: "The body is too long.",
    422: "It can be read, but not be done; `code` says why.",
    428: "`Idempotency-Key` is missing, or `If-Match` (or `after`).",
    429: "Too many requests; `Retry-After` says for how many seconds to wait.",
}
DESCRIPTION = """\
Clubs, parties and games for other programs. Reading a public club needs no token; \
everything else needs one, sent as `Authorization: Bearer TOKEN`, which an \
administrator makes in the club's settings. Records of games are those that \
`manage.py score` and `manage.py replay` read."""
