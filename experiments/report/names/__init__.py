"""The names and the order of problems and solvers in a report."""
