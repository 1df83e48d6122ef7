"""Rows of results: written, read, verified and compared."""
