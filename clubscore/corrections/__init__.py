"""Putting right what was recorded: games, seats, names; agreeing and taking back."""
