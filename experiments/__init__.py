"""Comparison of solvers: plans, isolated runs, verification, reports, the command line."""


class BadInput(ValueError):
    """The user's input is wrong; the message says in one line what is wrong and where."""
