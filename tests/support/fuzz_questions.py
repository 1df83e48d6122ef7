"""A fuzz of the questions: generated problems, coloured, counted and priced, every answer against brute force."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
from fuzz_target import Target
from hypothesis import strategies as st
from orbits import moved, turning

import danceoff
from danceoff.addons.puzzles.making.search import puzzles
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.small import cost as cost_of
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import Cover, Covers, ExactCover, InvalidProblem, check
from danceoff.problems.analysis.quotient import quotient
from danceoff.problems.formats import knuth
from danceoff.problems.model.cover import IntArray
from danceoff.solvers import Feature, UnsupportedProblem
from danceoff.solvers.questions.backbone import Occurrence, Settling
from danceoff.solvers.questions.conflict import Strength, conflicts
from danceoff.solvers.questions.shuffled import random_covers

_MOST_SUBSETS = 9
"""Options of a problem of which all sets are tried, to find the largest packing."""


def numbered(problem: ExactCover, covers: list[Cover]) -> str:
    """What is wrong about the numbers of covers."""
    made = danceoff.Diagram(problem)
    found = made.nth(range(made.count))
    listed = sorted(cover.numbers for cover in found)
    if listed != covers:
        return f"nth lists {listed}"
    return "" if made.rank(found) == list(range(made.count)) else "rank is not the inverse of nth"


def drawn(problem: ExactCover, covers: list[Cover]) -> str:
    """What is wrong about random covers, exact and approximate."""
    made = danceoff.Diagram(problem)
    if not covers:
        return "" if made.count == 0 and not [*random_covers(problem, 1, 1)] else "draws one of no covers"
    n = 8 * len(covers) if len(covers) <= 8 else 20  # a cover is missed by 8 draws a cover with a probability of e^-8
    some = [cover.numbers for cover in made.sample(n, seed=len(covers))]
    if not {*some} <= {*covers}:
        return f"sample draws {some}"
    if len({*some}) * 2 < len(covers) <= 8:
        return f"sample draws only {len({*some})} of {len(covers)} covers"
    each = sorted(cover.numbers for cover in made.sample(made.count, repeats=False))
    if each != covers:
        return f"sample without repeats draws {each}"
    if sorted(random_covers(problem, len(covers) + 1, 1, repeats=False)) != covers:
        return "shuffled searches do not reach each cover once"
    return ""


def held(problem: ExactCover, covers: list[Cover]) -> str:
    """What is wrong about the numbers of covers that hold options, and about the backbone."""
    n_each = Counter(option for cover in covers for option in cover)
    expected = [n_each[option] for option in range(problem.n_options)]
    counted = [n for _, n in danceoff.options_held(problem).counts]
    if counted != expected:
        return f"options are held by {counted}, not {expected} covers"
    if problem.max_cost is not None:
        return ""
    settling = Settling(problem)
    list(settling.settle())
    how = [Occurrence.NONE if not n else Occurrence.ALL if n == len(covers) else Occurrence.SOME for n in expected]
    found = settling.settled
    return "" if [found[k] for k in range(problem.n_options)] == how else f"the backbone is {found}"


def unique(problem: ExactCover, covers: list[Cover]) -> str:
    """What is wrong about the verdict."""
    found = danceoff.unique(problem, "algorithm-x")
    shown = [cover.numbers for cover in found.covers]
    if found.verdict != ("none", "one", "several")[min(len(covers), 2)] or not {*shown} <= {*covers}:
        return f"unique says {found.verdict}, and shows {shown}"
    differ = [sorted({*one} - {*other}) for one, other in (shown, shown[::-1])] if len(shown) == 2 else [[], []]
    return "" if [found.only_first, found.only_second] == differ else f"unique names other options than {differ}"


def most_covered(problem: ExactCover, covers: list[Cover]) -> str:
    """What is wrong about the largest packing."""
    if problem.max_cost is not None or problem.n_options > _MOST_SUBSETS:
        return ""
    try:
        found = danceoff.most_covered(problem, "algorithm-x")
    except InvalidProblem:
        return "" if problem.least.max(initial=0) > 100 else "most_covered refuses a small problem"  # too many to add
    fewest = min(n for n in (missing(problem, bits) for bits in range(1 << problem.n_options)) if n is not None)
    if not found.is_proven or len(found.left_out) != fewest or (fewest == 0 and not covers):
        return f"most_covered leaves out {found.left_out}, and could leave out {fewest}"
    return ""


def missing(problem: ExactCover, bits: int) -> int | None:
    """How many items a set of options leaves out; None if it covers one too often, or in two colours."""
    options = [k for k in range(problem.n_options) if bits >> k & 1]
    nothing_asked = replace(problem, least=np.zeros(problem.n_items, np.int32))
    if not check(nothing_asked, Covers.of([options]))[0]:
        return None
    times = np.bincount([i for k in options for i in problem.items_of(k)], minlength=problem.n_items)
    return int(np.maximum(problem.least - times, 0).sum())


def penalised(problem: ExactCover, _: list[Cover]) -> str:
    """What is wrong about the cheapest covers where items are soft, and a plan is to be kept."""
    if problem.n_options > _MOST_SUBSETS or problem.cost_scale < 0:
        return ""
    random = Random(problem.digest)
    options, items = range(problem.n_options), range(problem.n_items)
    coloured = {*problem.item[problem.colour > 0].tolist()} if problem.has_colours else set()
    soft = {k: Fraction(random.randint(0, 9), random.randint(1, 3)) for k in items if problem.least[k]}
    over = {k: Fraction(random.randint(0, 9), random.randint(1, 3)) for k in items if k not in coloured}
    soft, over = ({k: one[k] for k in one if random.random() < 0.6} for one in (soft, over))
    plan, change = [k for k in options if random.random() < 0.5], Fraction(random.randint(0, 9), 2)
    sign = 1 if problem.max_cost is not None or random.random() < 0.7 else -1  # -1: the dearest, without the prices
    right = dict[Cover, Fraction]()
    for chosen in (tuple(k for k in options if bits >> k & 1) for bits in range(1 << problem.n_options)):
        paid = price(problem, chosen, soft, over)
        if paid is not None:
            own = problem.shown_cost(int(problem.cost[list(chosen)].sum())) if problem.has_costs else 0
            right[chosen] = sign * own + paid + change * len({*chosen} - {*plan})
    if problem.max_cost is not None:
        right = {one: paid for one, paid in right.items() if paid <= problem.shown_cost(problem.max_cost)}
    limit, apart = random.choice([(1, {}), (1, {}), (3, {}), (600, {}), (4, {"differ_by": 1}), (4, {"within": 1})])
    solver = random.choice(["algorithm-x", "dlx", "bits", "learn", "auto"])
    asked = {name: {problem.entry(k, 0): at for k, at in of.items()} for name, of in (("soft", soft), ("over", over))}
    named = [problem.option_names[k] for k in plan] if problem.option_names else plan
    told = f"with {solver}, {limit}, {apart}, {asked}, {plan} at {change}, {sign}"
    try:
        found = danceoff.best(problem, solver, limit, **asked, near=named, change=change, maximise=sign < 0, **apart)
    except (InvalidProblem, UnsupportedProblem) as error:
        is_large = problem.least.max(initial=0) > 100 or sum(map(abs, problem.cost.tolist())) > 1 << 50
        is_known = isinstance(error, UnsupportedProblem) or len({*problem.option_names}) < len(problem.option_names)
        return "" if is_large or is_known else f"best refuses {told}: {error}"
    if limit == 1:
        for better in danceoff.improving(problem, solver, sign < 0, **asked, near=named, change=change):
            if right[tuple(sorted(better.cover.numbers))] != sign * better.cost:
                return f"{better.cover} costs {right[tuple(sorted(better.cover.numbers))]}, not {better.cost} {told}"
    costs = sorted(right.values())
    if "within" in apart and costs:
        costs = [cost for cost in costs if cost <= costs[0] + abs(costs[0])]
    if n := apart.get("differ_by"):
        before, costs = list[Cover](), []
        for cover in (*found.numbers, ()):  # one more, to see that there are no more
            others = (paid for one, paid in right.items() if all(len({*each} - {*one}) >= n for each in before))
            costs += [min(others, default=None)] if len(before) < limit else []
            before.append(cover)
        costs = [cost for cost in costs if cost is not None]
        if len(found.costs) != len(costs):
            return f"best finds {len(found.costs)} covers, not {len(costs)} {told}"
    paid = [sign * cost for cost in found.costs]
    if paid != costs[: len(found.costs)] or len(found.costs) < min(1, len(costs)):
        return f"best finds {found.costs[:5]}, not {costs[:5]} {told}"
    if limit == 600 and sorted(found.numbers) != sorted(right):
        return f"best finds {len(found.numbers)} covers, not {len(right)} {told}"
    for cost, cover in zip(paid, found.numbers, strict=True):
        if right.get(tuple(sorted(cover))) != cost:
            return f"{cover} costs {right.get(tuple(sorted(cover)))}, not {cost} {told}"
    unmet = sum(one.price for one in (*found.left_out, *found.too_many)) + change * len(found.added)
    own = found.cover.cost + sign * unmet if found.cover is not None else None
    return "" if own == found.cost else f"the cheapest pays {own}, not {found.cost} {told}"


def price(
    problem: ExactCover, chosen: Cover, soft: Mapping[int, Fraction], over: Mapping[int, Fraction]
) -> Fraction | None:
    """What the items cost that options cover too seldom or too often; None if one of these has no price."""
    paid = Fraction(0)
    entries = [entry for k in chosen for entry in problem.entries_of(k)]
    for item in range(problem.n_items):
        colours = [colour for other, colour in entries if other == item]
        least, most = int(problem.least[item]), int(problem.most[item])
        if len(colours) > 1 and max(colours) and len({*colours}) == 1:
            continue  # a secondary item in one colour
        if (len(colours) < least and item not in soft) or (len(colours) > most and item not in over):
            return None
        paid += max(least - len(colours), 0) * soft.get(item, 0) + max(len(colours) - most, 0) * over.get(item, 0)
    return paid


def explained(problem: ExactCover, covers: list[Cover]) -> str:
    """What is wrong about conflicts."""
    if problem.max_cost is not None:
        return ""
    found = [*conflicts(problem)]
    if bool(found) == bool(covers):
        return f"{len(found)} conflicts and {len(covers)} covers"
    for one in found:
        if coverable(problem, one.items):
            return f"{one.items} can be covered together"
        shorter = [[item for item in one.items if item != left_out] for left_out in one.items]
        if one.strength is not Strength.CORE and not all(coverable(problem, items) for items in shorter):
            return f"{one.items} is not minimal"
    asked = [item for item in range(problem.n_primary) if problem.least[item] > 0]
    decisive = {item for item in asked if coverable(problem, [other for other in asked if other != item])}
    if found and ({*found[-1].decisive} != decisive or not decisive <= {*found[-1].items}):
        return f"{found[-1].decisive} decide {found[-1].items}, and not {decisive}"
    sizes = [len(one.items) for one in found]
    strengths = [one.strength for one in found[-3:]]
    is_told = strengths == [Strength.MINIMAL] * 2 + [Strength.SMALLEST] and sizes == sorted(sizes, reverse=True)
    return "" if is_told or not found else f"conflicts of {sizes} items, the last {strengths}"


def coverable(problem: ExactCover, items: tuple[int, ...] | list[int]) -> bool:
    """Whether these items can be covered together, by brute force."""
    asked = np.isin(np.arange(problem.n_items), items)
    return bool(all_covers(replace(problem, least=np.where(asked, problem.least, 0).astype(np.int32))))


def made(problem: ExactCover, covers: list[Cover]) -> str:
    """What is wrong about a puzzle."""
    try:
        found = next((one for one in puzzles(problem, 1) if one is not None), None)
    except UnsupportedProblem:
        return ""
    if found is None:
        return "no puzzle is made" if covers else ""
    givens, answer = found
    if [cover for cover in covers if {*givens} <= {*cover}] != [answer]:
        return f"the givens {givens} do not leave {answer} alone"
    for given in givens:
        if sum({*givens} - {given} <= {*cover} for cover in covers) < 2:
            return f"of the givens {givens}, {given} can be left out"
    return ""


def good_enough(problem: ExactCover, covers: list[Cover]) -> str:
    """What is wrong about covers that are good enough by their gap, or by their cost."""
    costs = sorted(shown_cost(problem, cover) for cover in covers)
    share, solver = Fraction(len(covers) % 5, 4), ("bits", "learn", "algorithm-x")[problem.n_options % 3]
    target = costs[len(costs) // 2] if costs else Fraction(problem.n_options)
    for asked in ({"gap": share}, {"target": target}):
        *_, found = None, *danceoff.improving(problem, solver, **asked)
        if found is None or not covers:
            if found or covers:
                return f"{asked}: {found} of {len(covers)} covers"
            continue
        unit = Fraction(1, abs(problem.cost_scale))
        most = target if "target" in asked else costs[0] + share * max(unit, abs(found.cost))
        if found.cost not in costs or found.cost > max(most, costs[0]) or (found.bound or costs[0]) > costs[0]:
            return f"{asked}: {found}, and the costs are {costs}"
    return ""


def several(problem: ExactCover, covers: list[Cover]) -> str:
    """What is wrong about the cheapest covers within a share of the least cost, and about covers that differ."""
    ranked = sorted((shown_cost(problem, cover), {*cover}) for cover in covers)
    share, limit, n = Fraction(len(covers) % 7, 6), 2 + len(covers) % 3, 1 + problem.n_options % 4
    solver = ("bits", "learn", "algorithm-x")[problem.n_items % 3]
    near = [(cost, cover) for cost, cover in ranked if cost <= ranked[0][0] + share * abs(ranked[0][0])]
    found = danceoff.best(problem, solver, limit=limit, within=share)
    if found.costs != (expected := without_ties([cost for cost, _ in near], limit)) or not found.is_proven:
        return f"within {share}: {found} with costs {found.costs}, not {expected}"
    for left, asked in ((ranked, {}), (near, {"within": share})):
        found = danceoff.best(problem, solver, limit=limit, differ_by=n, **asked)
        for cost, numbers in zip(found.costs, (cover.numbers for cover in found.covers), strict=True):
            if cost != left[0][0] or (cost, {*numbers}) not in left:
                return f"differ_by {n}: {numbers} costs {cost}, and the cheapest that differs {left[0]}"
            left = [one for one in left if len({*numbers} - one[1]) >= n]
        if not found.is_proven or (left and len(found.covers) < limit):
            return f"differ_by {n}: {found}, and {left} differ from {found.covers}"
    return ""


def shown_cost(problem: ExactCover, cover: Cover) -> Fraction:
    """What a cover costs."""
    return problem.shown_cost(cost_of(problem, cover))


def without_ties(costs: list[Fraction], limit: int) -> list[Fraction]:
    """Of costs, ascending, those of the covers that are reported: of equal ones all or none, but never nothing."""
    is_cut = len(costs) > limit and costs[limit - 1] == costs[limit] != costs[0]
    return [cost for cost in costs[:limit] if not (is_cut and cost == costs[limit])]


QUESTIONS: Mapping[str, Callable[[ExactCover, list[Cover]], str]] = {
    "covers by number": numbered,
    "random covers": drawn,
    "options held": held,
    "unique": unique,
    "good enough": good_enough,
    "several": several,
    "most covered": most_covered,
    "soft, over and near": penalised,
    "explain": explained,
    "make": made,
}


def orbits(problem: ExactCover, turn: IntArray, covers: list[Cover]) -> str:
    """What is wrong about the number of orbits under a symmetry, counted by Burnside's lemma."""
    n_kept, order, symmetry = 0, 0, np.arange(problem.n_options, dtype=np.int32)
    while order == 0 or symmetry.tolist() != [*range(problem.n_options)]:
        n_kept += danceoff.count(quotient(problem, symmetry))
        symmetry, order = turn[symmetry], order + 1
    expected, left = set(covers), 0
    while expected:
        cover, left = expected.pop(), left + 1
        while (cover := moved(turn, cover)) in expected:
            expected.remove(cover)
    return "" if n_kept == order * left else f"{n_kept} of {order} symmetries for {left} orbits"


def complaint(case: tuple[ExactCover, IntArray | None]) -> str:
    """What is wrong about the answer to any question; an exception is wrong, too."""
    problem, turn = case
    covers = sorted(all_covers(problem))
    if turn is not None:
        return orbits(problem, turn, covers)
    for name, question in QUESTIONS.items():
        try:
            wrong = question(problem, covers)
        except Exception as error:  # noqa: BLE001 - whatever it raises is wrong
            wrong = f"{type(error).__name__}: {error}"
        if wrong:
            return f"{name}: {wrong}"
    return ""


def target() -> Target:
    """Every question to problems of every kind; of orbits, to problems with a symmetry."""
    plain = problems_with(Feature).map(lambda problem: (problem, None))
    turned = turning().map(lambda case: (replace(case[0], item_names=(), option_names=()), case[1]))  # can be written
    return Target(st.one_of(plain, plain, turned), complaint, lambda case: f"{knuth.write(case[0])}\n{case[1]}")
