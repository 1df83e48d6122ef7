"""The tables of a report as CSV, Markdown and LaTeX."""
