"""Tests of the demo clubs."""
