"""The document that describes the API, and what the API does beside it."""

from typing import Any

import pytest

from tests.api.conftest import Program, code

REFUSALS = {
    ("get", "/api/v1/clubs/{club}/"): {401, 404, 429},
    ("get", "/api/v1/clubs/{club}/seasons/{season}/standings/"): {401, 404, 422, 429},
    ("get", "/api/v1/clubs/{club}/export/"): {401, 403, 404, 429},
    ("post", "/api/v1/clubs/{club}/parties/"): {400, 401, 403, 404, 413, 422, 429},
    ("get", "/api/v1/parties/{pk}/"): {401, 404, 429},
    ("post", "/api/v1/parties/{pk}/games/"): {
        *(400, 401, 403, 404, 409, 413, 422, 428, 429)
    },
    ("put", "/api/v1/parties/{pk}/games/{number}/"): {
        *(400, 401, 403, 404, 409, 413, 422, 428, 429)
    },
    ("get", "/api/v1/parties/{pk}/games/{number}/revisions/"): {401, 404, 429},
    ("post", "/api/v1/parties/{pk}/bookings/"): {
        *(400, 401, 403, 404, 409, 413, 422, 428, 429)
    },
    ("get", "/api/v1/parties/{pk}/notes/"): {401, 404, 429},
    ("post", "/api/v1/parties/{pk}/notes/"): {
        *(400, 401, 403, 404, 409, 413, 422, 428, 429)
    },
    ("post", "/api/v1/score/"): {400, 413, 422, 429},
}


@pytest.fixture
def document(stranger: Program) -> Any:
    """Return the document, as anybody reads it."""
    return stranger.get("openapi.json").json()


def test_the_document_lists_every_call_with_its_refusals(document: Any) -> None:
    listed = {
        (method, path): {int(one) for one in call["responses"] if one >= "400"}
        for path, calls in document["paths"].items()
        for method, call in calls.items()
    }
    assert listed == REFUSALS
    assert document["openapi"].startswith("3.1")


def test_every_reference_in_the_document_leads_somewhere(document: Any) -> None:
    def references(part: Any) -> list[str]:
        if isinstance(part, dict):
            own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
            return own + [one for inner in part.values() for one in references(inner)]
        if isinstance(part, list):
            return [one for inner in part for one in references(inner)]
        return []

    known = {
        f"#/components/schemas/{name}" for name in document["components"]["schemas"]
    }
    assert set(references(document)) <= known
    assert "#/components/schemas/NewGame" in references(document)


def test_the_document_says_where_a_token_is_needed(document: Any) -> None:
    paths = document["paths"]
    needed: list[Any] = [{"BearerToken": []}]
    assert paths["/api/v1/parties/{pk}/games/"]["post"]["security"] == needed
    assert paths["/api/v1/parties/{pk}/"]["get"]["security"] == [{}, *needed]
    assert "security" not in paths["/api/v1/score/"]["post"]
    assert document["components"]["securitySchemes"].keys() == {"BearerToken"}


def test_the_document_says_which_writes_need_a_key(document: Any) -> None:
    def key_of(path: str) -> Any:
        listed = document["paths"][f"/api/v1/{path}"]["post"]["parameters"]
        return {one["name"]: one["required"] for one in listed}["Idempotency-Key"]

    assert key_of("parties/{pk}/games/") is True
    assert key_of("clubs/{club}/parties/") is False


@pytest.mark.parametrize("address", ["", "nothing/", "docs", "clubs/groene-hart"])
def test_where_nothing_is_a_program_is_told_so_in_json(
    stranger: Program, address: str
) -> None:
    assert code(stranger.get(address)) == (404, "not_found")
    assert code(stranger.post(address, {})) == (404, "not_found")


def test_the_document_is_only_read(stranger: Program) -> None:
    answer = stranger.post("openapi.json", {})
    assert code(answer) == (405, "method_not_allowed")
    assert answer["Allow"] == "GET, HEAD"


def test_another_method_is_told_the_right_ones(stranger: Program) -> None:
    answer = stranger.send("delete", "parties/1/", {})
    assert code(answer) == (405, "method_not_allowed")
    assert answer["Allow"] == "GET"
