"""What the table tells the rest of the house."""

from django.dispatch import Signal

games_changed = Signal()
"""
Sent with `partie` and its `chronicle` inside the transaction that changed its games.

Whatever follows from them is written in the same transaction or not at all.
"""

partie_audited = Signal()
"""
Sent with `partie` and its `chronicle` when all that follows from it is looked at.

A receiver returns the differences that it has found in what it has written, as
`audit.Difference`.
"""

players_merged = Signal()
"""
Sent with `player`, and `into` whom they turned out to be, inside that transaction.

What counts persons rather than names is written anew in it.
"""
