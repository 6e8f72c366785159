"""
What can be printed, an address each.

`answering` turns a job into an answer; the other modules say what is on the sheets.
"""
