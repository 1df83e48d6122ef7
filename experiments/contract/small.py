"""Problems of the contract: small ones that have shown defects, and large ones; and their covers by plain recursion."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from danceoff.problems import Cover, ExactCover


def dealt(n_items: int, n_each: int = 1) -> ExactCover:
    """Return the problem where every item has n_each options of its own: it has n_each ** n_items covers."""
    return ExactCover.from_options([[i] for i in range(n_items) for _ in range(n_each)], range(n_items))


def pairs(n_items: int) -> ExactCover:
    """Return the problem with an option for each pair of items; an odd number of items has no cover."""
    return ExactCover.from_options([(i, j) for i in range(n_items) for j in range(i)], range(n_items))


SMALL: Mapping[str, tuple[ExactCover, int]] = {
    "no items": (ExactCover.from_options([], []), 1),
    "no primary items": (ExactCover.from_options([], [], "ab"), 1),
    "no options": (ExactCover.from_options([], "ab"), 0),
    "an item nothing covers": (ExactCover.from_options(["a", "b"], "abc"), 0),
    "one option": (ExactCover.from_options(["ab"], "ab"), 1),
    "one option that is not enough": (ExactCover.from_options(["a"], "ab"), 0),
    "equal options": (ExactCover.from_options(["ab", "ab", "a", "b", "b"], "ab"), 4),
    "equal options with a secondary item": (ExactCover.from_options(["as", "as", "bs", "b"], "ab", "s"), 2),
    "secondary items in conflict": (ExactCover.from_options(["as", "bs"], "ab", "s"), 0),
    "a secondary item left uncovered": (ExactCover.from_options(["a", "as"], "a", "s"), 2),
    "an item covered twice or three times": (ExactCover.from_options("aaaa", "a", multiplicity={"a": (2, 3)}), 10),
    "covers inside covers": (ExactCover.from_options(["a", "as", "a"], "a", "s", multiplicity={"a": (0, 2)}), 7),
    "more than there are": (ExactCover.from_options(["a", "a"], "a", multiplicity={"a": (3, 4)}), 0),
    "as many as there may be": (ExactCover.from_options(["ab", "b"], "ab", multiplicity={"b": (2, 9)}), 1),
    "each is forced, and all are too many": (
        ExactCover.from_options(["ax", "bx", "cx"], "abcx", multiplicity={"x": (0, 2)}),
        0,
    ),
    "nothing need be covered": (ExactCover.from_options([], "a", multiplicity={"a": (0, 1)}), 1),
    "colours that agree": (ExactCover.from_options([["a", ("x", 1)], ["b", ("x", 1)]], "ab", "x"), 1),
    "colours that differ": (ExactCover.from_options([["a", ("x", 1)], ["b", ("x", 2)]], "ab", "x"), 0),
    "a colour and none": (ExactCover.from_options([["a", ("x", 1)], ["b", "x"], ["b", ("x", 1)]], "ab", "x"), 1),
    "colours of Knuth's example": (
        ExactCover.from_options(
            [
                ["p", "q", "x", ("y", "A")],
                ["p", "r", ("x", "A"), "y"],
                ["p", ("x", "B")],
                ["q", ("x", "A")],
                ["r", ("y", "B")],
            ],
            "pqr",
            "xy",
        ),
        1,
    ),
    "colours and multiplicities": (
        ExactCover.from_options(
            [["a", ("x", 1)], ["a", ("x", 1)], ["a", ("x", 2)], ["a", "x"]], "a", "x", multiplicity={"a": (1, 2)}
        ),
        5,
    ),
    "costs": (ExactCover.from_options(["ab", "a", "b", "b"], "ab", cost=[5, 2, 3, -1]), 3),
    "costs, and a secondary item that no option covers": (
        ExactCover.from_options(["a", "ax"], "a", "xy", cost=[2, 1]),
        2,
    ),
    "costs that are equal": (ExactCover.from_options("aaa", "a", cost=[7, 7, 7]), 3),
    "huge costs": (ExactCover.from_options("aab", "ab", cost=[2**61, 2**60, 1 - 2**60]), 2),
    "costs, and an item left out for nothing": (
        ExactCover.from_options("aab", "ab", multiplicity={"a": (0, 2)}, cost=[-1, 0, 1]),
        4,
    ),
    "a bound on the cost": (replace(ExactCover.from_options("aaab", "ab", cost=[1, 2, 3, 4]), max_cost=6), 2),
    "a bound on costs of any sign": (replace(ExactCover.from_options("aab", "ab", cost=[4, -4, 1]), max_cost=-1), 1),
    "a bound below 0, and no costs": (replace(ExactCover.from_options("a", "a"), max_cost=-1), 0),
    "65 items": (ExactCover.from_options([range(k, 65, 5) for k in range(5)], range(65)), 1),
    "one cover, found without search": (
        ExactCover.from_options(["bx", "ab", "ab", "ax", "ac", "bcx"], "abc", "x"),  # twice by SCIP's own count
        1,
    ),
    "only big covers": (ExactCover.from_options(["a", "b", "c", "abc"], "abc"), 2),
    "64 options": (dealt(1, 64), 64),
    "65 options": (dealt(1, 65), 65),
}


@lru_cache(maxsize=512)  # several rules, and each backend, ask about the same problem
def all_covers(problem: ExactCover) -> frozenset[Cover]:
    """Return every cover, in the problem's own option numbers."""
    options = [problem.items_of(k) for k in range(problem.n_options)]
    colours = [dict(problem.entries_of(k)) for k in range(problem.n_options)]
    least, most = problem.least.tolist(), problem.most.tolist()
    to_come = [[row.count(item) for item in range(problem.n_items)] for row in options]
    for k in reversed(range(len(options) - 1)):  # the times that options from k on cover each item
        to_come[k] = [own + later for own, later in zip(to_come[k], to_come[k + 1], strict=True)]
    to_come.append([0] * problem.n_items)
    covers: set[Cover] = set()

    def agree(chosen: Cover, item: int) -> bool:  # then all of them may cover it
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
    """Return the sum of the costs of the options of a cover."""
    of_each = problem.cost.tolist() or [0] * problem.n_options
    return sum(of_each[k] for k in cover)
