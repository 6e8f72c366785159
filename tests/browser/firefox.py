"""
Debian's Firefox, driven by the protocol that it brings along (Marionette).

Playwright drives builds of Firefox of its own alone.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from clubscore.partie.models import Partie
from tests.browser.taps import Taps

PATIENCE = 120
"""Seconds in which whatever is waited for must be there."""
PAUSE = 0.1
"""Seconds until it is looked at again."""
PREFERENCES = {
    "marionette.port": 0,  # any that is free
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,  # where nobody listens
    "network.proxy.no_proxies_on": "",
    "network.proxy.allow_hijacking_localhost": True,
    "network.proxy.type": 0,
    "network.manage-offline-status": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "intl.accept_languages": "en-GB, en",
    "ui.prefersReducedMotion": 1,
}
PHONE = {"width": 450, "height": 900}
"""The size of the window, the least that Firefox has."""
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""What elements are called by in answers (W3C WebDriver, §12.1)."""
CUT = """
const [isCut] = arguments;
// What runs on this machine is asked offline too, unless it is asked through a proxy.
Services.prefs.setIntPref("network.proxy.type", isCut ? 1 : 0);
Services.io.offline = isCut;
"""
IS_THERE = """
const found = document.querySelector(arguments[0]);
return found !== null && found.checkVisibility() && !found.disabled;
"""


class Firefox:
    """A Firefox with one page."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._stream = self._socket.makefile("rwb")
        self._last = 0
        self._read()
        self.tell("WebDriver:NewSession")
        self.tell("WebDriver:SetTimeouts", script=1000 * PATIENCE)
        self.tell("WebDriver:SetWindowRect", **PHONE)

    def tell(self, command: str, **parameters: Any) -> Any:
        """Send a command; return its answer. Raise RuntimeError where it fails."""
        self._last += 1
        packet = json.dumps([0, self._last, command, parameters]).encode()
        self._stream.write(b"%d:%s" % (len(packet), packet))
        self._stream.flush()
        _kind, _number, error, answer = self._read()
        if error:
            raise RuntimeError(f"{command}: {error['message']}")
        return answer

    def run(self, script: str, *arguments: Any) -> Any:
        """Return what a script on the page returns."""
        said = self.tell("WebDriver:ExecuteScript", script=script, args=arguments)
        return said["value"]

    def open(self, address: str) -> None:
        """Open a page."""
        self.tell("WebDriver:Navigate", url=address)

    def cut_network(self, *, is_cut: bool) -> None:
        """Cut the network off, or let it be there again."""
        self.tell("Marionette:SetContext", value="chrome")
        self.run(CUT, is_cut)
        self.tell("Marionette:SetContext", value="content")

    def close(self) -> None:
        """End the connection."""
        self._stream.close()
        self._socket.close()

    def _read(self) -> Any:
        size = b""
        while (letter := self._stream.read(1)) != b":":
            assert letter, "Firefox has ended"
            size += letter
        return json.loads(self._stream.read(int(size)))


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Yield a Firefox that keeps what it keeps in a folder."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    assert program, "This needs Firefox: apt-get install firefox-esr"
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in PREFERENCES.items()
    ]
    (folder / "user.js").write_text("".join(lines))
    options = [
        *("--headless", "--marionette", "--no-remote", "--profile", str(folder)),
        "--remote-allow-system-access",  # to cut the network
    ]
    with subprocess.Popen(  # noqa: S603 - our own words
        [program, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            listens = folder / "MarionetteActivePort"
            wait_until(lambda: listens.exists() and listens.read_text() != "")
            found = Firefox(int(listens.read_text()))
            yield found
            found.close()
        finally:
            process.terminate()


def wait_until(is_so: Any) -> None:
    """Wait until something is so."""
    end = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < end, "what was waited for has not come"
        sleep(PAUSE)


class TapsInFirefox(Taps):
    """Taps on the table screen that a Firefox shows."""

    def __init__(self, browser: Firefox, partie: Partie) -> None:
        self.browser = browser
        self.partie = partie

    def tap(self, target: str) -> None:
        """Tap what a selector finds, once it is in sight."""
        wait_until(lambda: self.browser.run(IS_THERE, target))
        found = self.browser.tell(
            "WebDriver:FindElement", using="css selector", value=target
        )
        self.browser.tell("WebDriver:ElementClick", id=found["value"][ELEMENT])

    def open(self, address: str) -> None:
        """Open a page."""
        self.browser.open(address)

    def ask(self, script: str) -> Any:
        """Return what a function of the page returns."""
        return self.browser.run(f"return ({script})();")

    def wait_until(self, script: str) -> None:
        """Wait until a function of the page returns something true."""
        wait_until(lambda: self.ask(script))
