"""Sheets: score sheets, packs, reports and reference cards as PDF."""
