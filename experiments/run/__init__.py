"""Runs: the schedule, one isolated process a case, clusters."""
