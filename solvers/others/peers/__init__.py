"""Published packages for exact cover, unchanged: one thin adapter per package, nothing vendored, one extra each.

If a package crashes or hangs on a problem, its adapter refuses the problem and says why. If it answers wrongly, the
adapter lets it, and verification shows the wrong answer.
"""
