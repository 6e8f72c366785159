"""Commands of the app upkeep."""
