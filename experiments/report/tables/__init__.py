"""The tables of a report, each kind of file by itself: CSV, Markdown and LaTeX."""
