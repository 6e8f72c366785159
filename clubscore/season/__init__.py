"""Standings, ratings, statistics and records of a season; and the front page."""
