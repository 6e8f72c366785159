"""Messages that the next page shows, kept in a cookie of this very host until then."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpRequest


class HostOnlyCookies(CookieStorage):
    """Messages in a cookie that no other host of the domain can set."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        # Django has no setting for the name.
        self.cookie_name = f"{settings.HOST_ONLY}messages"


class HostOnlyMessages(FallbackStorage):
    """The same, and in the session what is too long for a cookie."""

    storage_classes = (HostOnlyCookies, SessionStorage)
