"""The version of our engines, which each row records."""

ENGINES = 2
"""Raise it by one when a change to our engines, or to what drives them, can change a time or a count.

Rows of different versions do not compare, and committed results of an older version fail a test: run them again.
"""
