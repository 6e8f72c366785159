"""Tests of what comes in or goes out whole."""
