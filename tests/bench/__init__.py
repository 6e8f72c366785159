"""What `make bench` runs: how fast things are, each beside a yardstick of one run."""
