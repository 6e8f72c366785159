"""
What `make storm` runs: a server that is killed again and again while games come in.

Programs record games through the API, several at each table, and send again what was
not answered. After every kill what is stored must follow from what was said, and every
game that was acknowledged must be there once and in its place.
"""
