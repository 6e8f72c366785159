"""What tests look for in a page."""

import re


def words(html: str) -> str:
    """Return what a reader sees, with single blanks."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def section(page: str, name: str) -> str:
    """Return the words of one section of the page."""
    return words(
        page.split(f'<section id="{name}"')[1].split("</section>", maxsplit=1)[0]
    )


def tag_in(page: str) -> str:
    """Return the ETag with which a page asks again."""
    found = re.search(r'"If-None-Match": "\\"(\w+)\\""', page)
    assert found is not None
    return f'"{found[1]}"'
