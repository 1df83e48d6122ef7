"""Comparison of solvers: plans, isolated runs, verification, reports, the command line."""


class BadInput(ValueError):
    """A plan, a case or a results folder is at fault; the message is one line that says what is wrong and where."""
