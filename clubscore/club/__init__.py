"""Clubs, players, members, roles, and the accounts that log in."""
