"""Template tags of the app season."""
