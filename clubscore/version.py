"""The version of Clubscore, which pyproject.toml has too."""

VERSION = "1.0.0"
