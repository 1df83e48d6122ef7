"""Dancing links: the hand-written engine that is everybody's reference."""

from solvers.dancing_links.solver import DancingLinks

__all__ = ["DancingLinks"]
