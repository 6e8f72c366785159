"""How a phone’s keyboard is told to behave."""

AS_TYPED = {
    "autocapitalize": "off",
    "autocomplete": "off",
    "autocorrect": "off",
    "spellcheck": "false",
}
"""Attributes that keep a phone from mending what is no prose."""
