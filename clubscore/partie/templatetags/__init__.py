"""What the templates of the app partie can ask for."""
