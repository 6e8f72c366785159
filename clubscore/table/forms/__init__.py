"""Forms of the table, one module a page or two."""
