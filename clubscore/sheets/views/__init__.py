"""
Addresses of the PDFs.

`document` turns a job into an answer; the other modules say what is on the sheets.
"""
