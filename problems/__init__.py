"""What is asked: the exact cover model, and everything that turns a puzzle into one."""

from problems.checking import check
from problems.cover import Cover, Covers, ExactCover, InvalidProblem
from problems.fingerprint import Fingerprint

__all__ = ["Cover", "Covers", "ExactCover", "Fingerprint", "InvalidProblem", "check"]
