"""What is asked: the exact cover model, and everything that turns a puzzle into one."""

from danceoff.problems.model.checking import check
from danceoff.problems.model.cover import Cover, Covers, ExactCover, InvalidProblem
from danceoff.problems.model.fingerprint import Fingerprint

__all__ = ["Cover", "Covers", "ExactCover", "Fingerprint", "InvalidProblem", "check"]
