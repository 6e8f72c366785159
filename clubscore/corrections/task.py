"""A correction as it goes from page to page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from clubscore.corrections.forms import WINDS
from clubscore.partie.correction import Correction
from clubscore.partie.games_seen import GamesSeen
from clubscore.partie.pages import Seen


@dataclass(frozen=True)
class Task:
    """Something that somebody wants to put right."""

    seen: Seen
    title: str
    back: str
    """Where to go if it stays as it is."""
    button: str
    """What is done in the end."""
    done: str
    """What is said when it was done."""
    base: Correction
    """What it is about, before anything was answered."""
    subject: int | None = None
    """The game that is said anew, if it is about one."""
    replays: Mapping[str, Any] = field(default_factory=lambda: WINDS)
    """What is asked about the later games, by key."""
    lead: str = ""
    """What is to be known before."""
    query: str = ""
    """What the address says of it."""
    path: str = ""
    """Where answers are sent, if not to the page that is shown."""
    draft: str = ""
    """What its draft is called on a phone; empty where none is kept."""
    is_typed: bool = False
    """Whether games are typed where nobody has chosen yet."""
    again: Callable[[Seen, int], Task] | None = None
    """What it is to say a game anew, should this one have got another number."""

    @property
    def address(self) -> str:
        """Where answers are sent."""
        return (self.path or self.seen.request.path) + self.query

    @property
    def data(self) -> QueryDict:
        """What was sent; empty where the page is only looked at."""
        request = self.seen.request
        return request.POST if request.method == "POST" else QueryDict()

    @property
    def is_fragment(self) -> bool:
        """Whether only a part of the page is asked for anew, which says no messages."""
        request: Any = self.seen.request
        action = self.data.get("action")
        return action == "seats" or (bool(request.htmx) and action != "confirm")

    @property
    def games_now(self) -> GamesSeen:
        """The games as they are."""
        return GamesSeen.of(self.seen.chronicle)

    @property
    def games_seen(self) -> GamesSeen:
        """The games that the page was made with which sent this."""
        sent = self.data.get("seen")
        return self.games_now if sent is None else GamesSeen.sent(sent)

    @property
    def games_shown(self) -> GamesSeen:
        """The games that the answer is made with; a part of a page keeps its own."""
        return self.games_seen if self.is_fragment else self.games_now

    @property
    def types(self) -> bool:
        """Whether games are typed: somebody chose so, or has no JavaScript."""
        return self.is_typed or "typed" in self.data
