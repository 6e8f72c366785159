"""Commands of the app sheets."""
