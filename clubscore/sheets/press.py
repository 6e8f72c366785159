"""
The press: a process of its own that turns HTML into PDF.

It knows neither Django nor the database, and reads nothing but our own static files:
a sheet that names another address fails. WeasyPrint's memory goes with it when it
ends, so that a web process that has printed stays as small as before.

Jobs come in as lines of JSON; after lines that say how far it is, the answer is a line
of JSON and then as many bytes as that says. When nothing comes for a while, it ends.
"""

from __future__ import annotations

import gc
import json
import logging
import mimetypes
import select
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from io import RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from weasyprint import CSS

    from clubscore.sheets.pictures import PaperPicture

IDLE = 60
"""After how many seconds without a job the press ends."""
MOST_JOBS = 50
"""After how many jobs it ends, so that what they leave in its memory goes."""
HERE = "http://sheets.invalid"
"""What a sheet's own address begins with; nothing is ever fetched from there."""

Tell = Callable[[int, int], None]
"""Hears how many parts are done, and how many pages."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be printed."""

    parts: tuple[str, ...]
    """HTML documents, one after the other; each counts its own pages."""
    styles: tuple[str, ...]
    """Names of static files."""
    static_url: str
    """What the addresses of static files begin with in *parts*."""
    folders: tuple[str, ...]
    """Where static files are; the first that has one wins."""
    identifier: str
    """Stands in the PDF; the same for the same document."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Job:
        """Return the job that JSON says."""
        lists = {name: tuple(data[name]) for name in ("parts", "styles", "folders")}
        return cls(**{**data, **lists})

    def written(self) -> bytes:
        """Return the line that says the job."""
        return json.dumps(asdict(self)).encode() + b"\n"

    def static_file(self, name: str) -> Path:
        """Return where a static file is; raise FileNotFoundError if there is none."""
        for folder in self.folders:
            base = Path(folder).resolve()
            path = (base / name).resolve()
            if path.is_relative_to(base) and path.is_file():
                return path
        raise FileNotFoundError(name)

    def address_of(self, name: str) -> str:
        """Return the whole address of a static file."""
        if self.static_url.startswith("/"):
            return HERE + self.static_url + name
        return self.static_url + name

    def named(self, address: str) -> str:
        """Return which static file an address means; raise ValueError if none."""
        beginning = self.address_of("")
        if not address.startswith(beginning):
            raise ValueError(address)
        return unquote(urlsplit(address.removeprefix(beginning)).path)


class Press:
    """Prints one job after the other; reads styles, fonts and pictures once."""

    def __init__(self) -> None:
        from weasyprint.text.fonts import FontConfiguration

        self._fonts = FontConfiguration()
        self._styles: dict[tuple[Path, int], CSS] = {}
        self._drawn: dict[bytes, PaperPicture] = {}

    def made(self, job: Job, tell: Tell) -> bytes:
        """Return the PDF; whatever is wrong with the job is raised."""
        first, pages = None, []
        for number, rendered in enumerate(self.rendered(job, tell), start=1):
            first = first or rendered
            pages += rendered.pages
            tell(number, len(pages))
        assert first is not None
        pdf: bytes = first.copy(pages).write_pdf(
            pdf_identifier=job.identifier.encode(), pdf_tags=True
        )
        return pdf

    def rendered(self, job: Job, tell: Tell) -> Iterator[Any]:
        """Yield every part laid out in pages, as WeasyPrint has them."""
        from weasyprint import HTML

        from clubscore.sheets.pictures import Pictures

        fetcher = static_files(job)
        pictures = Pictures(fetcher, self._drawn)
        styles = [self._style(job, name, fetcher) for name in job.styles]
        done = 0
        for number, part in enumerate(job.parts):
            with _watched(number, done, tell):
                html = HTML(string=part, base_url=HERE, url_fetcher=fetcher)
                rendered = html.render(
                    font_config=self._fonts, stylesheets=styles, cache=pictures
                )
            done += len(rendered.pages)
            yield rendered

    def _style(self, job: Job, name: str, fetcher: Any) -> CSS:
        from weasyprint import CSS

        path = job.static_file(name)
        state = path, path.stat().st_mtime_ns
        if state not in self._styles:
            self._styles[state] = CSS(
                string=path.read_text(),
                base_url=job.address_of(name),
                font_config=self._fonts,
                url_fetcher=fetcher,
            )
        return self._styles[state]


def static_files(job: Job) -> Any:
    """
    Return what gets our static files for WeasyPrint, and nothing else.

    What it does not get fails the sheet: a picture that is silently left out would be
    noticed on paper only.
    """
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

    class StaticFiles(URLFetcher):  # type: ignore[misc]
        """Reads from the folders of the job."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            """Return a file."""
            try:
                path = job.static_file(job.named(url))
            except (ValueError, FileNotFoundError):
                message = f"no static file: {url}"
                raise FatalURLFetchingError(message) from None
            kind, _encoding = mimetypes.guess_type(path.name)
            return URLFetcherResponse(
                url, path.read_bytes(), {"Content-Type": kind or ""}
            )

    return StaticFiles()


class _Watch(logging.Handler):
    """Hears from WeasyPrint which page it lays out."""

    PAGE = "Step 5 - Creating layout - Page %d"

    def __init__(self, number: int, done: int, tell: Tell) -> None:
        super().__init__()
        self._number, self._done, self._tell = number, done, tell

    def emit(self, record: logging.LogRecord) -> None:
        """Tell which page it is."""
        if record.msg == self.PAGE and isinstance(record.args, tuple):
            page = record.args[0]
            assert isinstance(page, int)
            self._tell(self._number, self._done + page)


@contextmanager
def _watched(number: int, done: int, tell: Tell) -> Iterator[None]:
    """Tell how many pages there are while a part is laid out."""
    logger = logging.getLogger("weasyprint.progress")
    watch = _Watch(number, done, tell)
    logger.addHandler(watch)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(watch)


def _line(source: RawIOBase) -> bytes:
    """Return a whole line; the next one is sent after the answer to this one."""
    read = bytearray()
    while not read.endswith(b"\n"):
        some = source.read(1 << 16)
        if not some:
            break
        read += some
    return bytes(read)


def _taken(began: float) -> dict[str, float]:
    """Return how many seconds of a processor a job has taken."""
    return {"seconds": time.process_time() - began}


def serve(source: RawIOBase, target: BinaryIO) -> None:
    """Answer jobs until there are no more, or none comes for a while."""

    def answer(said: dict[str, Any], content: bytes = b"") -> None:
        target.write(json.dumps(said).encode() + b"\n" + content)
        target.flush()

    try:
        press = Press()
        from weasyprint.urls import FatalURLFetchingError
    except OSError:  # one of the libraries that are no Python is missing
        answer({"missing": traceback.format_exc()})
        return
    # Boxes by the thousand come, and stay until the document is written: to look again
    # and again for those that nobody needs would be a third of all the work.
    gc.disable()
    gc.freeze()
    answer({"ready": True})
    for _ in range(MOST_JOBS):
        if not select.select([source], [], [], IDLE)[0]:
            return
        line = _line(source)
        if not line:
            return
        began = time.process_time()
        try:
            content = press.made(
                Job.of(json.loads(line)),
                lambda parts, pages: answer({"parts": parts, "pages": pages}),
            )
        except (Exception, FatalURLFetchingError):  # noqa: BLE001 (whoever asked tells)
            answer({"fault": traceback.format_exc(), **_taken(began)})
        else:
            answer({"bytes": len(content), **_taken(began)}, content)
        gc.collect()


if __name__ == "__main__":
    # Without a buffer: what waits in one would be hidden from select().
    with open(0, "rb", buffering=0) as jobs, open(1, "wb") as answers:
        serve(jobs, answers)
