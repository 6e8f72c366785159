"""What the table tells the rest of the house."""

from django.dispatch import Signal

games_changed = Signal()
"""
Sent with `partie` inside the transaction that changed its games or result.

Whatever follows from them is written in the same transaction or not at all.
"""
