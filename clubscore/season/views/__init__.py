"""What a club's games have come to, one module a page."""
