"""What walks no search of one problem: lists of sudokus, questions to the diagram of all covers, explanations."""
