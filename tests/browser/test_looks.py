"""What is new on a page is looked at by axe, and what was looked at is not again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.looks import RULES_OF_COLOURS, Looks

PAGE = """<!DOCTYPE html><html lang="en"><head><title>Game</title><style>
  :root { color-scheme: light dark; background: Canvas }
  .pale { color: light-dark(#ddd, #333) }
</style></head><body><main><h1>Game 7</h1>
<p>Ben wins <b>96</b> points.</p><ul><li>Anna</li><li>Cleo</li></ul>
<label>Points <input name="points"></label><button>Record</button>
</main></body></html>"""


@pytest.fixture
def looks(page: Page) -> Looks:
    """Return what was looked at: a page in which all is well."""
    looks = Looks()
    page.set_content(PAGE)
    assert looks.violations(page).violations_count == 0
    assert looks.asked == 1
    return looks


def found(looks: Looks, page: Page) -> set[str]:
    return {one["id"] for one in looks.violations(page).response["violations"]}


@pytest.mark.parametrize(
    "change",
    [
        "document.querySelector('h1').textContent = 'Game 8'",
        "document.querySelector('b').textContent = '128'",
        "document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>Dirk</li>')",
        "document.querySelector('button').id = 'record'",
    ],
)
def test_what_is_like_what_was_looked_at_is_not_asked_again(
    looks: Looks, page: Page, change: str
) -> None:
    page.evaluate(f"() => {{ {change} }}")
    assert found(looks, page) == set()
    assert looks.asked == 1


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("document.querySelector('b').className = 'pale'", "color-contrast"),
        ("document.querySelector('button').textContent = ''", "button-name"),
        (
            "document.querySelector('label').outerHTML = '<input name=points>'",
            "label",
        ),
        ("document.querySelector('ul').append(document.createElement('b'))", "list"),
        ("document.querySelector('ul').setAttribute('role', 'nothing')", "aria-roles"),
        (
            "document.querySelector('b').setAttribute('aria-hidden', 'maybe')",
            "aria-valid-attr-value",
        ),
        ("document.documentElement.lang = ''", "html-has-lang"),
        ("document.title = ''", "document-title"),
        (
            "document.querySelector('h1').outerHTML = '<h4>Game 7</h4>'",
            "page-has-heading-one",
        ),
        (
            "document.querySelector('main').outerHTML = '<p>Alone</p>'",
            "landmark-one-main",
        ),
    ],
)
def test_what_is_new_is_looked_at_until_it_is_well(
    looks: Looks, page: Page, change: str, rule: str
) -> None:
    page.evaluate(f"() => {{ {change} }}")
    assert rule in found(looks, page)
    assert rule in found(looks, page)
    assert looks.asked == 3


def test_each_theme_width_and_choice_of_rules_is_looked_at(
    looks: Looks, page: Page
) -> None:
    page.emulate_media(color_scheme="dark")
    assert found(looks, page) == set()
    page.evaluate("document.querySelector('h1').className = 'pale'")
    assert looks.violations(page, RULES_OF_COLOURS).violations_count == 1
    page.evaluate("document.querySelector('h1').className = ''")
    page.set_viewport_size({"width": 1280, "height": 900})
    assert found(looks, page) == set()
    assert looks.asked == 4
