"""The page that says where to break the wall."""
