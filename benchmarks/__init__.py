"""Benchmark of our own engines: `make bench`.

subjects.py lists the problems, verbs.py measures, figures.py defines the figures and their targets, and page.py prints
and writes them. Every round measures everything; ratios are taken within a round, and a figure is the median of the
rounds with its range.
"""
