#!/usr/bin/env python
"""The command line of the installation: `python manage.py help` lists its commands."""

import os
import sys


def main() -> None:
    """Run the management command that the command line names."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
