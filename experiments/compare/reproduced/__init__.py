"""A run of the cases of another results folder: which can run here, whether answers and ratios hold, and a page."""
