"""
Bring Pyodide into static/vendor/pyodide, or check what is there.

    .ci/vendor-pyodide.py 314.0.7    fetch that version, by npm's own client
    .ci/vendor-pyodide.py --check    compare the files with SHA256SUMS

To fetch needs Node.js; npm compares what it fetches with the registry's own hash. Of
the standard library only those modules are kept that Pyodide loads by itself and those
that `clubscore/rules` imports: Node.js starts it and scores a game, and what is loaded
then is kept. Of the packages it knows none is. Every other file is as npm has it.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ROOT = Path(__file__).resolve().parent.parent
VENDORED = ROOT / "static" / "vendor" / "pyodide"
SUMS = VENDORED / "SHA256SUMS"
AS_IT_IS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY = "python_stdlib.zip"
PACKAGES = "pyodide-lock.json"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""Every file's time, so that the same modules are the same bytes."""

LOADED = """
import { loadPyodide } from "./pyodide.mjs";
const pyodide = await loadPyodide({ indexURL: process.cwd() });
pyodide.FS.mkdir("/site");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: process.argv[1] }, "/site");
console.log(pyodide.runPython(`
import json, sys
sys.path.insert(0, "/site")
from clubscore.rules import answers
answers.score('{"ruleset": "nts", "round_wind": "E", "outcome": {"kind": "draw"}}')
answers.replay('{"ruleset": "nts", "players": ["Anna"]}')
json.dumps([getattr(one, "__file__", None) or "" for one in sys.modules.values()])
`));
"""
"""Print the files of all modules that are loaded when games are scored."""


def fetch(version: str) -> None:
    """Put a version in the place of the one that is there."""
    with tempfile.TemporaryDirectory() as folder:
        pack = ["npm", "pack", "--silent", f"pyodide@{version}"]
        subprocess.run(pack, cwd=folder, check=True)  # noqa: S603
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as archive:
            archive.extractall(folder, filter="data")
        package = Path(folder) / "package"
        VENDORED.mkdir(exist_ok=True)
        for name in AS_IT_IS:
            (VENDORED / name).write_bytes((package / name).read_bytes())
        trim(package)
        known = json.loads((package / PACKAGES).read_text()) | {"packages": {}}
        (VENDORED / PACKAGES).write_text(json.dumps(known, indent=1) + "\n")
    files = [*AS_IT_IS, LIBRARY, PACKAGES]
    SUMS.write_text("".join(f"{digest(name)}  {name}\n" for name in files))


def trim(package: Path) -> None:
    """Keep of the standard library what is loaded."""
    node = ["node", "--input-type=module", "--eval", LOADED, str(ROOT)]
    told = subprocess.run(  # noqa: S603
        node, cwd=package, check=True, capture_output=True, text=True
    )
    files = json.loads(told.stdout.splitlines()[-1])
    names = {name.split(".zip/", 1)[1] for name in files if ".zip/" in name}
    with (
        ZipFile(package / LIBRARY) as library,
        ZipFile(VENDORED / LIBRARY, "w", ZIP_DEFLATED, compresslevel=9) as kept,
    ):
        for name in sorted(names):
            info = ZipInfo(name, LONG_AGO)
            kept.writestr(info, library.read(name), ZIP_DEFLATED, 9)


def digest(name: str) -> str:
    """Return the hash of a vendored file."""
    return hashlib.sha256((VENDORED / name).read_bytes()).hexdigest()


def check() -> int:
    """Return how many files are not what SHA256SUMS says, and name them."""
    known = [line.split("  ") for line in SUMS.read_text().splitlines()]
    wrong = [name for said, name in known if digest(name) != said]
    for name in wrong:
        print(f"{name} is not the file that was fetched", file=sys.stderr)
    return len(wrong)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--check":
        sys.exit(1 if check() else 0)
    fetch(sys.argv[1])
