"""The model: a problem, its covers, their check and their fingerprint."""
