"""Template tags of the app partie."""
