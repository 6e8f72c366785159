"""
What `make updates` runs: updates that are killed while games come in.

An installation as on Debian, in a folder of its own, goes from version to version.
After every kill it must be of the old or of the new version as a whole, with every game
that was acknowledged.
"""
