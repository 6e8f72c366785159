"""``make updates``: updates on SQLite and on PostgreSQL, on databases of their own."""

import sys

from tests.storm.__main__ import main

if __name__ == "__main__":
    sys.exit(main("tests.updates.one"))
