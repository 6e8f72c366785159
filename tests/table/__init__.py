"""Tests of recording at a table."""
