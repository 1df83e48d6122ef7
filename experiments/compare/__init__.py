"""Compares two results folders: which cases became faster or slower, were lost, or changed their answers."""
