"""The rules engine for a phone: which files it is made of, all of one version."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.templatetags.static import static

from clubscore.static_files import RULES, engine_version

PYODIDE = "vendor/pyodide"


def engine_files() -> dict[str, Any]:
    """Return what `engine.js` is told: the version, and where its files are."""
    folder = f"{settings.STATIC_URL}{PYODIDE}/"
    worker = static("js/table/engine-worker.js")
    door = static("js/table/engine.js")
    library = static(f"{PYODIDE}/python_stdlib.zip")
    rules = static(RULES)
    modules = [static(f"{PYODIDE}/{name}.mjs") for name in ("pyodide", "pyodide.asm")]
    # Pyodide itself asks for these, by the names that they have.
    asked = [f"{folder}{name}" for name in ("pyodide.asm.wasm", "pyodide-lock.json")]
    return {
        "version": engine_version(),
        "worker": worker,
        "folder": folder,
        "library": library,
        "rules": rules,
        "files": [door, worker, *modules, *asked, library, rules],
    }
