"""Commands of the app partie."""
