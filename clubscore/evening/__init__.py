"""Evenings: who is there, the drawing of tables, the big screen."""
