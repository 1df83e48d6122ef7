"""The contract that every backend keeps, ours and plug-ins: rules, problems to test them on, and a report."""
