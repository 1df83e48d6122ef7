"""Which solver for a problem that nobody has solved yet."""
