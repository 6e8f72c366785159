"""What `make fuzz` runs: mutated records, judged by what must hold of each."""
