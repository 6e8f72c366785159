"""Static files named by their content, and the packed rules engine among them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import brotli  # type: ignore[import-untyped]
from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = "js/*.js"
"""The modules that are written here; what is vendored is left as it is."""
IMPORTS = (
    (r"""(?P<matched>from\s*["'](?P<url>\.[^"']+)["'])""", 'from "%(url)s"'),
    (r"""(?P<matched>import\s*["'](?P<url>\.[^"']+)["'])""", 'import "%(url)s"'),
    (
        r"""(?P<matched>import\(\s*["'](?P<url>\.[^"']+)["']\s*\))""",
        'import("%(url)s")',
    ),
)
LARGE = 1_000_000
"""From so many bytes on to pack a file best takes half a minute, and saves little."""


class QuickCompressor(Compressor):  # type: ignore[misc]
    """Packs files as well as can be, and large ones well."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        """Return what is sent to browsers that know Brotli, as nearly all do."""
        quality = 5 if len(data) > LARGE else 11
        return bytes(brotli.compress(data, quality=quality))


class NamedByContent(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """
    Names every file by its content, so that a phone can keep it for good.

    That holds for the modules that scripts import too: after a new version no page
    can mix old ones with new ones.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, (OURS, IMPORTS))
    max_post_process_passes = 20
    """One for each step of the longest way from module to module."""

    def create_compressor(self, **kwargs: Any) -> Compressor:
        """Return what packs the files."""
        return QuickCompressor(**kwargs)


# The rules engine for browsers -------------------------------------------------------

RULES = "engine/rules.zip"
"""The engine's modules, as Python imports them from an archive."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""Every module's time, so that the same modules are the same bytes."""
BESIDE = (
    "vendor/pyodide/SHA256SUMS",
    "js/table/engine-worker.js",
    "js/table/engine.js",
)
"""What else an engine is made of."""


@cache
def packed_rules() -> bytes:
    """Return the rules engine of this very version as an archive."""
    package = settings.BASE_DIR / "clubscore"
    modules = [package / "__init__.py", *sorted((package / "rules").rglob("*.py"))]
    archive = BytesIO()
    with ZipFile(archive, "w") as pack:
        for module in modules:
            name = module.relative_to(settings.BASE_DIR).as_posix()
            pack.writestr(ZipInfo(name, LONG_AGO), module.read_bytes(), ZIP_DEFLATED)
    return archive.getvalue()


@cache
def engine_version() -> str:
    """Return what changes whenever the engine in a browser does."""
    digest = hashlib.sha256(packed_rules())
    for name in BESIDE:
        digest.update((settings.BASE_DIR / "static" / name).read_bytes())
    return digest.hexdigest()[:12]


class PackedRules(BaseFinder):
    """Finds the packed rules engine among the static files; it is made for that."""

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """Yield the one file, for `collectstatic`."""
        yield RULES, FileSystemStorage(self._made().parent.parent)

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Return where the file is, if it is asked for."""
        if path != RULES:
            return []
        file = str(self._made())
        return [file] if find_all else file

    def check(self, **kwargs: Any) -> Any:
        """Return nothing: there is no setting to be wrong."""
        return []

    def _made(self) -> Path:
        file: Path = settings.VAR_DIR / "packed" / RULES
        rules = packed_rules()
        if not file.exists() or file.read_bytes() != rules:
            file.parent.mkdir(parents=True, exist_ok=True)
            # Whoever reads it meanwhile reads the whole of it.
            fresh = file.with_suffix(".new")
            fresh.write_bytes(rules)
            fresh.replace(file)
        return file
