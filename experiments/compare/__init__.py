"""Compares two results folders: what became faster or slower, what was lost, and which answers changed."""
