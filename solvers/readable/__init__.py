"""Backends to read: brute force, backtracking, Algorithm X, and their searches step by step."""
