"""Every released version's database, small, as it was dumped when it was released."""
