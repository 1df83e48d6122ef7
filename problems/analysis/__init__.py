"""What is found out about a problem without a search: its symmetries, its orbits, and why it has no cover."""
