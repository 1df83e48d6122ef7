"""Cases that walk no search of one problem: lists of sudokus, and questions that the diagram of all covers answers."""
