"""Recording at a table: the phone's screen, the typed page, starting, settling up."""
