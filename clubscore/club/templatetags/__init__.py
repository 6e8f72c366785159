"""Template tags for the templates of every app."""
