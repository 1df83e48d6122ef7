"""The folders that a run makes inside its results folder."""

PARTS = "parts"
"""Contains the checkpoints of searches in parts."""
CHUNKS = "chunks"
"""Contains the cases that are sent to other machines, and their rows."""
