"""Facts about a problem that need no search: its symmetries, its orbits, and why it has no cover."""
