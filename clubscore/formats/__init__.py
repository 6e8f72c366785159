"""Formats of dates, where Django writes them otherwise."""
