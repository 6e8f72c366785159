"""Commands of the app club."""
