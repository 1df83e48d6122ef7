"""What is asked: the exact cover model, and everything that turns a puzzle into one."""

from danceoff.problems.checking import check
from danceoff.problems.cover import Cover, Covers, ExactCover, InvalidProblem
from danceoff.problems.fingerprint import Fingerprint

__all__ = ["Cover", "Covers", "ExactCover", "Fingerprint", "InvalidProblem", "check"]
