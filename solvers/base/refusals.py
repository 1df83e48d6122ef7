"""The two exceptions by which a backend refuses."""


class UnsupportedProblem(Exception):
    """This backend will never answer this problem, or this question; the message says why."""


class MissingBackend(Exception):
    """The library or program behind a backend is not installed; the message says how to install it."""
