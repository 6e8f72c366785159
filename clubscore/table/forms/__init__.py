"""Forms of the table, a module for each page or two."""
