"""Compares two results folders: what became faster or slower, and whether a run was reproduced."""
