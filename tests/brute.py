"""The independent reference of the tests: all covers of a small problem, by plain backtracking on sets."""

from problems import Cover, ExactCover


def all_covers(problem: ExactCover) -> set[Cover]:
    """Every cover, in the problem's own option numbers."""
    options = [frozenset(problem.items_of(k)) for k in range(problem.n_options)]
    covers: set[Cover] = set()

    def extend(chosen: Cover, covered: frozenset[int]) -> None:
        open_item = next((i for i in range(problem.n_primary) if i not in covered), None)
        if open_item is None:
            covers.add(tuple(sorted(chosen)))
            return
        for k, items in enumerate(options):
            if open_item in items and not items & covered:
                extend((*chosen, k), covered | items)

    extend((), frozenset())
    return covers
