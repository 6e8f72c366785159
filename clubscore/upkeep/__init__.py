"""What keeps an installation: copies of everything, and the way back to one."""
