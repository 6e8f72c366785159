"""What all tests share."""

from pathlib import Path

import pytest
from django.conf import settings as django_settings


@pytest.fixture
def root() -> Path:
    """Return the folder of the whole tree."""
    return Path(django_settings.BASE_DIR)
