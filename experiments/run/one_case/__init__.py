"""One case: the child process that runs it, as its parent sees it (child) and from inside (worker)."""
