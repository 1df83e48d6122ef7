"""What is asked (`ask.Ask`), and the one driver of all searches: it prepares, keeps the clock, checks and counts.

events.py defines the events that a drive yields; walks.py has the walks. `danceoff.solve`, `count` and `best` read the
events in this process; the child process of a run makes a row of them.
"""
