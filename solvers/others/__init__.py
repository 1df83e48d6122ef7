"""Other people's solvers: knowledge compilers, decision diagrams, and exact cover packages as peers."""
