"""Boards of words, and rules of pieces."""
