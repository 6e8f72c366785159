"""
Pictures that a document holds once, however often it shows them.

WeasyPrint would draw an SVG file anew, path by path, wherever it is shown: a report has
a thousand tiles, of four dozen kinds. Here it is drawn at its own size into a form of
the PDF, and placed as photographs are; it stays a drawing of lines. The press alone
imports this, as it loads WeasyPrint.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from copy import deepcopy
from typing import Any
from urllib.parse import urljoin
from xml.etree import ElementTree as ET

import pydyf
from weasyprint.images import SVGImage

ROOM = 1
"""What a stroke may reach beyond its picture, in pixels."""
GAP = 2
"""Between the pictures of a row, in pixels of theirs."""


class PaperPicture(SVGImage):  # type: ignore[misc]
    """An SVG file without text, with a width and a height."""

    def __init__(self, content: bytes, address: str) -> None:
        tree = ET.fromstring(content)  # noqa: S314 (our own static file)
        super().__init__(tree, address, None, None)
        self.id = hashlib.sha256(content).hexdigest()[:16]
        """Names it in a PDF; the same whichever document the press made before."""
        self.width, self.height = map(float, self._svg.get_intrinsic_size(0))
        self._lines: list[Any] = []
        self._states: dict[str, Any] = {}

    def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
        """Place it as large as fits, in the middle."""
        if not self._lines:
            self._draw_once(stream)
        scale = min(width / self.width, height / self.height)
        left = (width - scale * self.width) / 2
        top = (height - scale * self.height) / 2
        name = stream.add_image(self, False, 1)
        stream.transform(scale, 0, 0, scale, left, top)
        stream.draw_x_object(name)

    def _draw_once(self, stream: Any) -> None:
        own = stream.clone(resources={"ExtGState": self._states}, extra={})
        super().draw(own, self.width, self.height, None)
        self._lines = own.stream

    def get_x_object(self, _interpolate: bool, _ratio: float) -> Any:
        """Return the form for another document; WeasyPrint asks for one in each."""
        resources = {
            "ExtGState": pydyf.Dictionary(deepcopy(self._states)),
            "Font": None,  # WeasyPrint knows them, and sets them
        }
        box = -ROOM, -ROOM, self.width + ROOM, self.height + ROOM
        form = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": pydyf.Array(box),
            "Resources": pydyf.Dictionary(resources),
        }
        return pydyf.Stream(self._lines, pydyf.Dictionary(form), compress=True)


class PaperRow:
    """Pictures of one height beside each other, as one."""

    def __init__(self, pictures: Sequence[PaperPicture]) -> None:
        self._pictures = pictures
        self.height = pictures[0].height
        self.width = sum(one.width + GAP for one in pictures) - GAP

    def get_intrinsic_size(self, _resolution: Any, _font_size: Any) -> Any:
        """Return its width, its height, and what the one is of the other."""
        return self.width, self.height, self.width / self.height

    def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
        """Place one after the other."""
        scale = min(width / self.width, height / self.height)
        stream.transform(a=scale, d=scale)
        for picture in self._pictures:
            with stream.stacked():
                picture.draw(stream, picture.width, picture.height, style)
            stream.transform(e=picture.width + GAP)


class Pictures(dict[str, Any]):
    """
    A document's pictures by address, made when WeasyPrint asks for them.

    Several addresses with commas between are a row of pictures.
    """

    def __init__(self, fetcher: Any, drawn: dict[bytes, PaperPicture]) -> None:
        super().__init__()
        self._fetcher = fetcher
        self._drawn = drawn
        """Every picture that the press knows, by the content of its file."""
        self._single: dict[str, PaperPicture] = {}

    def __contains__(self, address: object) -> bool:
        """Whether it is one of ours; raise as the fetcher does if it is missing."""
        if not super().__contains__(address) and str(address).endswith(".svg"):
            first, *more = str(address).split(",")
            pictures = [self._picture(first)]
            pictures += [self._picture(urljoin(first, one)) for one in more]
            self[str(address)] = PaperRow(pictures) if more else pictures[0]
        return super().__contains__(address)

    def _picture(self, address: str) -> PaperPicture:
        if address not in self._single:
            content = self._fetcher.fetch(address).read()
            if content not in self._drawn:
                self._drawn[content] = PaperPicture(content, address)
            self._single[address] = self._drawn[content]
        return self._single[address]
