"""A rota from what people have: names, how many each shift needs, limits, and a sheet of wishes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import chain, pairwise, product, repeat
from typing import Any, TypeAlias

from danceoff.addons.planning.long_table import Parts, cost_of, need_of
from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.model.lookup import listed, short

_Work: TypeAlias = tuple[Hashable, ...]
"""A person, a day and a shift."""
_OFF = "x"


def rota(
    people: Iterable[Hashable],
    days: Iterable[Hashable],
    shifts: Iterable[Hashable],
    needs: Any,
    limits: Any = None,
    *,
    rest: Any = None,
    no: Iterable[Hashable] = (),
    wishes: Any = None,
) -> ExactCover:
    """Return the problem of a rota in which nobody works two shifts a day; an option is (person, day, shift).

    A sheet is a mapping from names to cells or to mappings, also from tuples of names; or a frame of pandas with names
    as index and columns. A cell in place of a mapping is for all its names, and an empty one says nothing.

    people, days, shifts: their names; days in their order.
    needs: how many people work, `2` or `1..3`: a sheet, shifts x days.
    limits: how many shifts a person works, `4` or `0..4`; or a mapping from what is counted, a shift or a tuple of
        days, to such limits or to mappings from people.
    rest: a mapping from a shift, such as "late", to a list of those that nobody works on the day after it.
    no: who does not work when: people, (person, day) or (person, day, shift).
    wishes: what it costs that somebody works, 0 by default: a sheet, people x days x shifts. `x` says the same as `no`.

    Items are needs, `Mon early`; limits, `Ann early` and `Ann Mon..Sun`; one shift a day, `Ann Mon`; and the rest after
    a shift, `Ann after Mon late`. Raises InvalidProblem for an unknown name, a missing need, and a wrong cell.
    """
    who, when, what = map(listed, ("people", "days", "shifts"), (people, days, shifts), repeat("names"))
    needed = _cells(needs, what, when)
    rules: list[Any] = [(f"{day} {shift}", n, product(who, [day], [shift])) for (shift, day), n in needed]
    if len(rules) != len(what) * len(when):
        raise InvalidProblem(f"needs: {len(rules)} of {len(what)} shifts on {len(when)} days; write 0 for nobody")
    for key, told in (limits if isinstance(limits, Mapping) else {tuple(when): limits}).items():
        name, counted = key, [when, [key]]  # a shift, on all days; or days, with all shifts
        if isinstance(key, tuple):
            name, counted = "..".join(map(str, key[:1] + key[-1:])), [[*key], what]
        rules += [(f"{person} {name}", n, product([person], *counted)) for (person,), n in _cells(told, who)]
    rules += [(f"{person} {day}", "0..1", product([person], [day], what)) for person, day in product(who, when)]
    for ((first,), others), person, (day, after) in product(_cells(rest, what), who, pairwise(when)):
        works = chain([(person, day, first)], product([person], [after], others))
        rules.append((f"{person} after {day} {first}", "0..1", works))
    cost: dict[_Work, Any] = dict.fromkeys(product(who, when, what), 0)
    held = defaultdict[_Work, list[str]](list)
    try:
        for sheet in (wishes, dict.fromkeys(listed("no", no, "names"), _OFF)):
            for work, cell in _cells(sheet, who, when, what):
                cost.pop(work)  # raises KeyError if it is unknown
                cost[work] = cell
        for item, _, works in rules:
            for work in works:
                if cost[work] != _OFF:
                    held[work].append(item)
        items, often, _ = zip(*rules, strict=True)
        times, costs = dict(zip(items, map(need_of, often), strict=True)), [*map(cost_of, map(cost.get, held))]
    except KeyError as error:
        raise InvalidProblem(f"{short(error.args[0])} is no person, day and shift of the rota") from None
    except ValueError as error:
        raise InvalidProblem(f"rota: {error}") from None
    return ExactCover.from_options(held.values(), items, (), [*map(Parts, held)], times, costs)


def _cells(told: Any, *axes: list[Hashable], path: _Work = ()) -> Iterator[tuple[_Work, Any]]:
    """Yield the cells of a sheet, each with its names; a cell in place of a mapping comes once for each name there.

    axes: the names that a sheet may have, by level.
    """
    if hasattr(told, "iloc"):
        told = told.astype(object).where(told.notna(), None).to_dict("index")
    if isinstance(told, Mapping):
        for key, below in told.items():
            yield from _cells(below, *axes, path=(*path, *(key if isinstance(key, tuple) else (key,))))
    elif told not in (None, ""):
        yield from zip(product(*zip(path), *axes[len(path) :]), repeat(told))  # an axis of one name for each in `path`
