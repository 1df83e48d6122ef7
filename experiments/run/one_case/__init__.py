"""One case: the child process that runs it, seen from its parent (child, family) and from inside (worker)."""
