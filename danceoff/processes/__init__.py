"""Child processes: how they start, what they write, how they end, and which of them belong to a case."""
