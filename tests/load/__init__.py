"""
What `make evening` runs: an evening of many tables on one installation.

At each table a game is recorded every three minutes and looked at with every tap of it;
two hundred people poll the big screen or look at the leaderboard meanwhile.
"""
