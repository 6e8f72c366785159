"""What comes in or goes out whole: typed sheets, earlier results, a club's file."""
