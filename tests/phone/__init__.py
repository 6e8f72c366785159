"""The engine in a phone against the server's: the same bytes."""
