"""The engine in a worker of a Chromium, asked from Python."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.core.wsgi import get_wsgi_application
from playwright.sync_api import Page, sync_playwright

from clubscore.partie.phone_engine import engine_files

PAGE = "/offline.html"
"""Any page of the site: workers are made by those alone."""
START = """
async (config) => {
  const { Engine, keep } = await import("/static/js/table/engine.js");
  await keep(config);
  const before = performance.now();
  window.engine = new Engine(config);
  await window.engine.ready;
  return performance.now() - before;
}
"""
KEEP_WORDS = """
async ([{ version, words }, said]) => {
  const cache = await caches.open(`clubscore-engine-${version}`);
  await cache.put(words, new Response(said));
}
"""
"""Keep words as if they had come: those of a club's own book are in no database."""
ASK = """
async ([judgement, texts]) => {
  const answers = [];
  const taken = [];
  for (const text of texts) {
    const before = performance.now();
    answers.push(await window.engine.answer(judgement, text));
    taken.push(performance.now() - before);
  }
  return [answers, taken];
}
"""


class Server(ThreadingMixIn, WSGIServer):
    """Answers many at once, as a browser asks."""

    daemon_threads = True


class Quiet(WSGIRequestHandler):
    """Says nothing of what was asked."""

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def site() -> Iterator[str]:
    """Serve the site, without a database, and yield its address."""
    application = get_wsgi_application()
    with make_server("127.0.0.1", 0, application, Server, Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@contextmanager
def phone(address: str) -> Iterator[Page]:
    """Yield a page of the site in a Chromium."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--no-first-run"]
        browser = playwright.chromium.launch(
            executable_path=chromium, args=arguments, timeout=0
        )
        page = browser.new_page()
        page.set_default_timeout(0)
        page.goto(address + PAGE)
        yield page
        browser.close()


def started(page: Page, words: dict[str, Any]) -> float:
    """Start an engine of these words, and return how many milliseconds that took."""
    config = engine_files("nts")
    page.evaluate(KEEP_WORDS, [config, json.dumps(words)])
    taken: float = page.evaluate(START, config)
    return taken


def answers(page: Page, judgement: str, texts: list[str]) -> tuple[list[str], Any]:
    """Return what the engine answers to each, and how many milliseconds that took."""
    said, taken = page.evaluate(ASK, [judgement, texts])
    return said, taken
