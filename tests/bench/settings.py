"""The settings of an installation, and the address of the bare view."""

from clubscore.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.bare"
