"""What the club's app adds to manage.py."""
