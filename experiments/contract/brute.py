"""The independent reference of the contract: all covers of a small problem, by plain recursion."""

from functools import lru_cache

from danceoff.problems import Cover, ExactCover


@lru_cache(maxsize=512)  # several rules, and each backend, ask about the same problem
def all_covers(problem: ExactCover) -> frozenset[Cover]:
    """Every cover, in the problem's own option numbers."""
    options = [problem.items_of(k) for k in range(problem.n_options)]
    colours = [dict(problem.entries_of(k)) for k in range(problem.n_options)]
    least, most = problem.least.tolist(), problem.most.tolist()
    to_come = [[row.count(item) for item in range(problem.n_items)] for row in options]
    for k in reversed(range(len(options) - 1)):
        to_come[k] = [own + later for own, later in zip(to_come[k], to_come[k + 1], strict=True)]
    to_come.append([0] * problem.n_items)
    covers: set[Cover] = set()

    def agree(chosen: Cover, item: int) -> bool:
        given = {colours[k][item] for k in chosen if item in colours[k]}
        return len(given) == 1 and given != {0}

    def extend(chosen: Cover, times: list[int], k: int) -> None:
        if any(n + later < lo for n, later, lo in zip(times, to_come[k], least, strict=True)):
            return
        if k == len(options):
            covers.add(chosen)
            return
        extend(chosen, times, k + 1)
        taken = [n + (item in options[k]) for item, n in enumerate(times)]
        if all(n <= hi or agree((*chosen, k), item) for item, (n, hi) in enumerate(zip(taken, most, strict=True))):
            extend((*chosen, k), taken, k + 1)

    extend((), [0] * problem.n_items, 0)
    if problem.max_cost is None:
        return frozenset(covers)
    return frozenset(cover for cover in covers if cost(problem, cover) <= problem.max_cost)


def cost(problem: ExactCover, cover: Cover) -> int:
    """The sum of the costs of the options of a cover."""
    of_each = problem.cost.tolist() or [0] * problem.n_options
    return sum(of_each[k] for k in cover)
