"""Which version this is; pyproject.toml says the same."""

VERSION = "1.0.0"
