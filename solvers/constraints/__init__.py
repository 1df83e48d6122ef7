"""Constraint solvers: CP-SAT, MiniZinc, Choco, and clingo's answer sets."""
