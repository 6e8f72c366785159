"""How a server names its static files."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = "js/*.js"
"""The modules that are written here; what is vendored is left as it is."""
IMPORTS = (
    (r"""(?P<matched>from\s*["'](?P<url>\.[^"']+)["'])""", 'from "%(url)s"'),
    (r"""(?P<matched>import\s*["'](?P<url>\.[^"']+)["'])""", 'import "%(url)s"'),
    (
        r"""(?P<matched>import\(\s*["'](?P<url>\.[^"']+)["']\s*\))""",
        'import("%(url)s")',
    ),
)


class NamedByContent(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """
    Names every file by its content, so that a phone can keep it for good.

    That holds for the modules that scripts import too: after a new version no page
    can mix old ones with new ones.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, (OURS, IMPORTS))
    max_post_process_passes = 20
    """One for each step of the longest way from module to module."""
