"""The folders that a run makes inside its results folder."""

PARTS = "parts"
"""Holds the checkpoints of searches in parts."""
CHUNKS = "chunks"
"""Holds the cases that are sent to other machines, and their rows."""
