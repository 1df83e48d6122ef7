"""Cases that walk no search: lists of sudokus, questions to the diagram of all covers, explanations."""
