"""What is printed: sheets, packs, reports and cards, as PDF."""
