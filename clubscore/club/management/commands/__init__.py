"""The commands of the club's app, and of the installation as a whole."""
