"""Tests of club nights."""
