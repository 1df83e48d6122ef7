"""Rows of results: written, read and verified."""
