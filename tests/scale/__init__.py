"""
What an installation of many clubs costs a club, beside one that has it alone.

``make scale`` fills two installations with the same club, one of them with hundreds of
others, and asks both for the same pages, in turn.
"""

PAGES = ("leaderboard", "player page", "record book", "partie page")
RECORDING = "recording a game"
CORRECTING = "correcting the first game"
FRONT_PAGE = "front page"
