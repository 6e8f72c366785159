"""What follows from games: standings, statistics, records; and the front page."""
