"""Backends to read: brute force, backtracking, Algorithm X, clause learning, and their searches step by step."""
