"""What templates of every app write alike."""
