"""
Old results out of a spreadsheet: parties of which only what they came to is known.

`reading` takes the text apart, `judging` holds every line against the club, `writing`
makes the parties, all of them or none, and makes them void again.
"""
