"""SAT: the CNF encoding, PySAT, and enumeration by blocking clauses."""
