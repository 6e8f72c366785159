"""Formats of dates in English as it is written in Europe."""
