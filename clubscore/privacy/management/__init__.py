"""Commands of the app privacy."""
