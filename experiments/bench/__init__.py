"""How fast the handwritten engines are, on one page: `make bench`.

subjects.py names what is measured, verbs.py measures, figures.py says which figures there are and what is asked of
them, and page.py prints and writes them. All rounds measure everything; a ratio is taken inside a round, and a figure
is the median of the rounds with its spread.
"""
