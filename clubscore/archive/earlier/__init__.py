"""
Results of earlier years from a spreadsheet: parties of which only scores are known.

`reader` takes the text apart, `checks` holds every line against the club, `writer`
makes the parties, all of them or none, and makes them void again.
"""
