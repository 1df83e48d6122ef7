"""Words of the command line: numbers and names of solvers, and the natural order of names."""
