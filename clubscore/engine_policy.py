"""The policy of the worker that runs the rules engine: it may use WebAssembly."""

from __future__ import annotations

import re
from wsgiref.headers import Headers

WORKER = re.compile(r"/js/table/engine-worker(?:\.[0-9a-f]{12})?\.js$")
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"


def guard(headers: Headers, path: str, url: str) -> None:
    """Send the worker's file with a policy of its own; a worker has no page's."""
    if WORKER.search(url):
        headers["Content-Security-Policy"] = POLICY
