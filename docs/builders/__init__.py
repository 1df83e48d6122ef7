"""Numbers in README.md and docs/, pasted from files that the program and the tests wrote."""
