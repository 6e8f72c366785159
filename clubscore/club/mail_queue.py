"""
Mails that a page sends: given to the mail server behind the answer, one by one.

A server that takes its time holds neither the page that sends nor any other.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import BoundedSemaphore

from django.core.mail import EmailMessage

MOST_WAITING = 50
"""Mails of one process; where so many wait, the mail server has a fault."""

# Its thread begins with the first mail, in the process that sends it.
_line = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")
_places = BoundedSemaphore(MOST_WAITING)

logger = logging.getLogger("clubscore.journal")


def mail_soon(message: EmailMessage, name: str) -> bool:
    """
    Have a mail sent to an account of that *name*; tell whether there is room for it.

    Whether the server takes it nobody hears: what it does not is in the log, and is not
    sent again.
    """
    if not _places.acquire(blocking=False):
        logger.error("%r is sent no mail: too many wait for the mail server", name)
        return False
    try:
        sent = _line.submit(message.send)
    except RuntimeError:  # this process ends, or the machine gives no thread
        _places.release()
        logger.exception("%r is sent no mail", name)
        return False
    sent.add_done_callback(partial(_note, name))
    return True


def _note(name: str, sent: Future[int]) -> None:
    """Write down what came of a mail where nothing did."""
    _places.release()
    if sent.cancelled():
        logger.error("%r is sent no mail: the site has ended", name)
    elif error := sent.exception():
        logger.error("A mail to %r could not be sent", name, exc_info=error)


def close() -> None:
    """Let go what waits, as a process ends that others wait for."""
    _line.shutdown(wait=False, cancel_futures=True)
