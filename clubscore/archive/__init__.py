"""The archive: typed score sheets, results of earlier years, a club's file."""
