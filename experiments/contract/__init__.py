"""The contract that every backend keeps, ours and plug-ins: rules, problems to hold them against, and a report."""
