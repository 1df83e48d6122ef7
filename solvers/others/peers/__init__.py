"""What people use today, as it is: one thin adapter a package, nothing vendored, each an extra of its own.

Anybody can check our figures against their tool with ours. Where a package crashes or hangs on a problem, its adapter
refuses the problem and says why; where it answers wrongly without saying so, it is shown to be wrong.
"""
