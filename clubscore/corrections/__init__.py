"""Corrections of recorded games, seats and names; agreeing and taking back."""
