"""The app of clubs' own rule books: written, tried, published, and taken along."""
