"""
What `make bare-root` runs: docs/hosting.md, word for word, in a Debian with nothing.

No systemd runs there; `tests/updates/systemctl.py` does what the units say.
"""
