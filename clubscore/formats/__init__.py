"""How dates are written, where Django writes them otherwise."""
