"""Commands of the app demo."""
