"""Problems made from problems, for backends: parts, items, answers that need no search."""
