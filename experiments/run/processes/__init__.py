"""Finds, measures, limits, stops and kills the processes of a case."""
