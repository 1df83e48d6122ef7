"""Questions about a problem besides its covers and their number: a file for each kind."""
