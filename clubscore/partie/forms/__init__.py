"""
Forms of a game at the table.

`tables` and `seating` ask for the rule book and the players, `outcomes`, `hands` and
`scores` for one game, `entries` puts those together, and `reasons` asks why. The forms
of a game speak of players, not of seats: what was typed stays with its player when
somebody else recorded a game first and the winds have passed on.
"""
