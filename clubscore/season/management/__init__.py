"""Commands of the app season."""
