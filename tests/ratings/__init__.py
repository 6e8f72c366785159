"""How well ratings tell what comes, in clubs made by the laws of chance."""
