"""A solver comparison suite for exact cover: one instance, every solver, the same set of answers, honest times."""
