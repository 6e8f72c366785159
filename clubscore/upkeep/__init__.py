"""Backups of an installation, and the way back to one."""
