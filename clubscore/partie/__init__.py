"""Everything at the table: parties, seats, games and their corrections."""
