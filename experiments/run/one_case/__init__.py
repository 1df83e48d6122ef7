"""Runs one case in a child process: `child` is its parent's side, `worker` what runs in it."""
