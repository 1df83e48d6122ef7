"""What is asked: the exact cover model, and everything that turns a puzzle into one."""

from problems.cover import Cover, Covers, ExactCover, InvalidProblem, check
from problems.fingerprint import Fingerprint

__all__ = ["Cover", "Covers", "ExactCover", "Fingerprint", "InvalidProblem", "check"]
