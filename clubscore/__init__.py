"""Clubscore keeps score for mahjong clubs that play with real tiles."""
