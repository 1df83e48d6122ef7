"""Runs on more than this machine: chunks of cases, and the executors that work on them."""
