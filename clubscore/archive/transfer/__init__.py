"""
A whole club as one file, to keep it or to move it to another installation.

`shapes` says what the file is, `export` writes it, `importer` reads it back and makes
the club again, with `people` for who belongs to it, `parties` for what was said at its
tables; `uploads` does so for a file that was sent in by the browser, within the limits
of `extent`. The file holds what was said; whatever follows from it (games, results,
tallies) is not in the file and is worked out anew where it is read.
"""
