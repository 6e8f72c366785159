"""Pages of the table, a module for each thing that people do there."""
