"""What problems and solvers are called in a report, and in which order they stand."""
