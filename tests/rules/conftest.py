"""What all tests of the rules share: whatever is refused or warned of can be said."""

from collections.abc import Iterator
from typing import Any

import pytest

from clubscore.rules.errors import Notice, RulesError


@pytest.fixture(autouse=True, scope="package")
def _everything_can_be_said() -> Iterator[None]:
    """Fill the places of every sentence about a game when it is made."""
    with pytest.MonkeyPatch.context() as patched:
        for kind in (RulesError, Notice):
            patched.setattr(kind, "__init__", _saying(kind.__init__))
        yield


def _saying(made: Any) -> Any:
    def init(self: Any, *args: Any, **more: Any) -> None:
        made(self, *args, **more)
        assert isinstance(self.message, str)

    return init
