"""Questions to a problem beside its covers and their number: a file for each kind."""
