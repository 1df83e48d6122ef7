"""Cases of rows run again: which of them can run here, whether answers and ratios hold, and a page."""
