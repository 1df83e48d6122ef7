"""The one loop that walks a search: prepares it, keeps the clock, and checks, counts and fingerprints what it finds.

events.py has what a walk yields, walks.py the walks, run.py what is around them. `danceoff.solve`, `count` and `best`
read the events in this process; the child process of a run turns them into a row.
"""
