"""
What is typed at the table.

`starting` asks who plays and by which rules, `outcomes` and `hands` ask about one
game, `entries` puts those together, and `reasons` asks why. The forms of a game speak
of players, not of seats: what was typed stays with its player when somebody else
recorded a game first and the winds have passed on.
"""
