"""Exact cover as clauses: at-most-one encodings, cardinality, DIMACS."""
