"""The pictures of the help, taken of the demo club."""
