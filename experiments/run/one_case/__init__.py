"""Runs one case in a child process: `child` runs in the parent, `worker` in the child."""
