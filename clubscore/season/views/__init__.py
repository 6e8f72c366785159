"""The pages of seasons, statistics and records, one module a page."""
