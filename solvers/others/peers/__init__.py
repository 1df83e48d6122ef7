"""Published packages for exact cover, unchanged: each has a thin adapter here and an extra in pyproject.toml.

If a package crashes or hangs on a problem, its adapter refuses the problem and says why. If a package answers wrongly,
its answer is passed on, and verification reports it.
"""
