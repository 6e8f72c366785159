"""Pages and commands for what is kept of people: account, player, journal."""
