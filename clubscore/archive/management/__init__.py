"""Commands of the app archive."""
