"""Models of pieces and of covers, for printers (STL) and viewers (glTF)."""
