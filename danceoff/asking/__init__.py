"""The one loop that walks a search: prepares it, keeps the clock, and checks, counts and fingerprints what it finds.

events.py defines the events that a walk yields; walks.py has the walks, and prepares a search and ends its walk.
`danceoff.solve`, `count` and `best` read the events in this process; the child process of a run makes a row of them.
"""
