"""Migrations of the app archive."""
