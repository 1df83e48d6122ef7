"""What compares: plans, isolated runs, verification, reports, the command line."""
