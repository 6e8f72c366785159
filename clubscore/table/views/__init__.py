"""Pages of the table, one module a page."""
