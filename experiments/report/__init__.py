"""Reports: tables made from the raw rows, and from nothing else."""
