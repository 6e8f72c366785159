"""Tests of the wall page."""
