"""Signals of a club for the rooms above it."""

from django.dispatch import Signal

names_changed = Signal()
"""
Sent with `club` inside the transaction in which a name was replaced by initials, or
shown again.

Whatever keeps names as text lets that go, in the same transaction.
"""
