"""The papers of the house stay true: README, Makefile, requirements, templates."""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings
from whitenoise.compress import Compressor

from clubscore.club import engine
from clubscore.rules import score_record

REQUIREMENTS = [
    "requirements.txt",
    "requirements-postgres.txt",
    "requirements-dev.txt",
]
"""Each builds on the one before."""


def entries(file: Path) -> dict[str, str]:
    """Return the pinned packages of a requirements file, each with its whole entry."""
    text = file.read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and line[0] not in " #-"]
    return {line.split("==")[0]: line for line in lines}


def modules(root: Path) -> Iterator[tuple[str, ast.Module]]:
    """Yield every module of ours by its path, migrations apart, with what it holds."""
    package = root / "clubscore"
    for file in sorted(package.rglob("*.py")):
        if "migrations" not in file.parts:
            yield str(file.relative_to(package)), ast.parse(file.read_text())


def targets(root: Path) -> set[str]:
    """Return the Makefile's targets that somebody may ask for."""
    makefile = (root / "Makefile").read_text()
    return set(re.findall(r"^\.PHONY: (\S+)$", makefile, re.MULTILINE))


def test_the_readme_shows_the_two_commands_at_once(root: Path) -> None:
    first_screen = (root / "README.md").read_text().splitlines()[:20]
    assert any(line.startswith("make run") for line in first_screen)
    assert any(line.startswith("make test") for line in first_screen)


def test_the_readme_lists_every_ruleset(root: Path) -> None:
    readme = (root / "README.md").read_text()
    for ruleset in engine.rulesets():
        assert f"| `{ruleset.key}` | {ruleset.name} |" in readme


def test_the_readme_is_a_front_door(root: Path) -> None:
    assert len((root / "README.md").read_text().splitlines()) <= 110


def test_what_papers_point_to_is_there(root: Path) -> None:
    papers = [*root.glob("*.md"), *root.glob("docs/*.md")]
    papers += [*root.glob("clubscore/**/README.md"), *root.glob("tests/**/README.md")]
    missing = [
        (paper.name, link)
        for paper in papers
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", paper.read_text())
        if not (paper.parent / link).exists()
    ]
    assert missing == []


def test_the_list_of_commands_has_every_target(root: Path) -> None:
    commands = (root / "docs" / "commands.md").read_text()
    assert {
        name for name in targets(root) if f"| `make {name}` |" not in commands
    } == set()


def test_the_list_of_settings_has_every_one(root: Path) -> None:
    source = (root / "clubscore" / "settings.py").read_text()
    names = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', source))
    listed = (root / "docs" / "settings.md").read_text()
    assert [name for name in names if f"`{name}`" not in listed] == []


def test_the_example_of_score_is_what_the_engine_answers(root: Path) -> None:
    commands = (root / "docs" / "commands.md").read_text()
    (game,) = re.findall(r'^\{"ruleset".*"round_wind".*\}$', commands, re.MULTILINE)
    (scores,) = re.findall(r'\{"E": 24[^}]*\}', commands)
    answer = score_record(json.loads(game))
    assert answer["scores"] == json.loads(scores)
    points = {seat: hand["points"] for seat, hand in answer["hands"].items()}
    assert points == {"E": 64, "S": 96, "W": 0, "N": 20}


def test_make_help_tells_what_every_target_does(root: Path) -> None:
    makefile = (root / "Makefile").read_text()
    explained = set(re.findall(r"^([a-z-]+):.*## \S", makefile, re.MULTILINE))
    assert targets(root) == explained


def test_ci_runs_all_that_is_checked_on_both_databases(root: Path) -> None:
    ci = (root / ".ci" / "run").read_text()
    assert re.findall(r"^ *(?:make|run_beside) ([a-z].*)", ci, re.MULTILINE) == [
        *("test", "translations", "fuzz", "storm DATABASE=sqlite", "updates COUNT=4"),
        *("firefox", "storm DATABASE=postgresql", "bare-root"),
    ]
    needed = set(re.findall(r"\b(REQUIRE_\w+)=1", ci))
    assert needed == {"REQUIRE_POSTGRES", "REQUIRE_FIREFOX", "REQUIRE_BARE_ROOT"}


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_requirements_are_pinned_with_hashes(root: Path, name: str) -> None:
    for package, entry in entries(root / name).items():
        assert re.match(r"[a-z0-9-]+==\S+ ", entry), package
        assert "--hash=sha256:" in entry, package


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_requirements_hold_no_address(root: Path, name: str) -> None:
    text = (root / name).read_text()
    assert "://" not in text
    assert "--index-url" not in text
    assert "--find-links" not in text


@pytest.mark.parametrize(("name", "base"), [*pairwise(reversed(REQUIREMENTS))])
def test_what_is_tested_is_what_runs(root: Path, name: str, base: str) -> None:
    assert (root / name).read_text().startswith(f"--requirement {base}\n")


def test_a_package_has_its_version_in_one_place(root: Path) -> None:
    pinned = [package for name in REQUIREMENTS for package in entries(root / name)]
    assert len(pinned) == len(set(pinned))


def test_templates_hold_no_inline_script_or_style(root: Path) -> None:
    inline = re.compile(
        r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:"
    )
    for template in (root / "templates").rglob("*.html"):
        assert not inline.search(template.read_text()), template


FORCED = {"Command", "Meta"}
"""Names that Django asks of a class."""


def test_no_class_name_stands_for_two_things(root: Path) -> None:
    places = defaultdict(list)
    for path, module in modules(root):
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef) and node.name not in FORCED:
                places[node.name].append(path)
    assert len(places) > 500
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


NOUNS_IN_ING = {"annealing", "rating", "scoring", "seating"}
QUESTIONS = {"what", "who", "where", "how", "which", "when", "why"}
VAGUE = {"anybody", "said", "somebody", "something", "told", "whoever"}


def glossary(root: Path) -> set[str]:
    """Return every word of the glossary, in lower case."""
    paper = (root / "docs" / "architecture.md").read_text()
    section = paper.split("\n## Words\n")[1].split("\n## ")[0]
    rows = re.findall(r"^- [^:]+:(.*?)\.$", section, re.MULTILINE | re.DOTALL)
    return {word for row in rows for word in words_in(row)}


def words_in(text: str) -> list[str]:
    """Return the words of a text in the singular, as far as spelling tells it."""
    words = re.findall(r"[a-z]+", text.lower().replace("’", "'"))
    return [re.sub(r"(?<=[^aeiou])ies$", "y", word).removesuffix("s") for word in words]


def test_modules_are_named_by_what_they_hold(root: Path) -> None:
    names = {Path(path).stem.split("_")[-1] for path, _ in modules(root)}
    assert {name for name in names if name.endswith("ing")} <= NOUNS_IN_ING


def test_every_module_says_what_it_holds_in_words_of_the_glossary(root: Path) -> None:
    known = glossary(root)
    assert len(known) > 100
    unclear = {}
    for path, module in modules(root):
        text = (ast.get_docstring(module) or "").split("\n\n")[0]
        words = words_in(text)
        raw = set(re.findall(r"[a-z]+", text.lower()))
        if (
            not text.endswith(".")
            or words[0] in QUESTIONS
            or raw & VAGUE
            or not known & set(words)
        ):
            unclear[path] = text
    assert unclear == {}, "begin with a noun of docs/architecture.md, Words"


def test_public_docstrings_speak_of_records_not_of_what_was_said(root: Path) -> None:
    unclear = []
    for path, module in modules(root):
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                first = (ast.get_docstring(node) or "").split("\n\n")[0]
                if not node.name.startswith("_") and re.search(r"\bsaid\b", first):
                    unclear.append((path, node.name, first))
    assert unclear == []


COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|lab|lch|oklab|oklch|hwb|color)a?\("
    r"|(?<![-\w])(?:white|black|gray|grey|silver|red|green|blue|yellow)(?![-\w])",
    re.IGNORECASE,
)
INK = {"#000000", "#333333", "#777777", "#999999", "#dddddd"}
"""What a sheet is printed in; a printer knows no theme."""


def test_colours_are_named_in_one_file(root: Path) -> None:
    named = {}
    for file in (root / "static" / "css").rglob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
        # What stands before a brace is a selector, and no colour.
        values = " ".join(re.findall(r":([^:{};]*)[;}]", text))
        is_paper = file.parent.name == "sheets"
        found = set(COLOUR.findall(values)) - (INK if is_paper else set())
        if found and file.name != "tokens.css":
            named[file.name] = found
    assert named == {}


def test_vendored_files_tell_their_version_and_licence(root: Path) -> None:
    for folder in (root / "static" / "vendor").iterdir():
        assert list(folder.glob("LICENSE*")), folder
        assert re.search(r"\d+\.\d+\.\d+", (folder / "README.md").read_text()), folder


@pytest.mark.same_on_every_database("it looks at files; the front page asks little")
@pytest.mark.django_db
def test_pages_find_their_files_as_a_server_serves_them(
    client: Client,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # To pack them takes long, and changes no name.
    monkeypatch.setattr(Compressor, "should_compress", lambda *_: False)
    backend = "clubscore.static_files.NamedByContent"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": backend}}
    settings.STATIC_ROOT = tmp_path
    call_command("collectstatic", interactive=False, verbosity=0)
    links = re.findall(r'(?:href|src)="/static/([^"]+)"', client.get("/").text)
    assert any("vendor/pico/pico.min." in link for link in links)
    for link in links:
        assert (tmp_path / link).is_file(), link
    scripts = [link for link in links if re.search(r"js/.*\.[0-9a-f]{12}\.js$", link)]
    assert scripts
    while scripts:
        script = tmp_path / scripts.pop()
        for module in re.findall(r"""["'](\.[^"']+\.js)["']""", script.read_text()):
            assert re.search(r"\.[0-9a-f]{12}\.js$", module), (script, module)
            assert (script.parent / module).is_file(), (script, module)
            scripts.append(str((script.parent / module).resolve()))
