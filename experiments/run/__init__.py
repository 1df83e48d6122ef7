"""Runs a plan: the schedule, the engines, and one isolated process per case."""
