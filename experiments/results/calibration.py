"""The calibrations of a results folder: how long fixed work took before and after each run, a JSON object a line.

A line has the CPU seconds of each round of three parts: arithmetic, following pointers in 8 MB of memory, and branches
that no processor foresees; and when and where that was. Times of different versions of the work are not comparable.
"""

FILE = "calibration.jsonl"
PARTS = ("arithmetic_s", "pointers_s", "branches_s")
