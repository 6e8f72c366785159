"""The field of a page in which a rule book is chosen."""

import re

FIELD = re.compile(r'<fieldset id="id_ruleset".*?</fieldset>', re.DOTALL)
FOLD = re.compile(r"<details.*?</details>", re.DOTALL)


def groups(page: str) -> tuple[list[str], list[str], str]:
    """Return the books that stand first, those that are folded, and the fold."""
    field = FIELD.findall(page)[0]
    fold = FOLD.findall(field)[0]
    folded = re.findall(r'value="([^"]+)"', fold)
    return re.findall(r'value="([^"]+)"', FOLD.sub("", field)), folded, fold


def is_open(fold: str) -> bool:
    """Tell whether the fold is open."""
    return " open" in fold.partition(">")[0]


def book_chosen(page: str) -> str:
    """Return which rule book is chosen."""
    (chosen,) = re.findall(r'value="([\w-]+)"[^>]* checked', FIELD.findall(page)[0])
    return str(chosen)
