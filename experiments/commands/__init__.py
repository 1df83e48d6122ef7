"""The commands of danceoff, a file each.

Each has HELP in one line, `arguments`, which adds to its parser, and `run`, which returns an exit code. The command
line imports all of them to know what there is; each imports what is heavy only when it runs.
"""
