"""The rules of the engine `learn` in readable Python, for docs/engines.md: one event after the other, and no speed.

An item is a letter, and an option the letters of its items. All items are primary, without multiplicities. Trail, sets,
decisions and clauses are those of the engine up to its second conflict; after it the engine's activities decide
between items of equal size. There are no restarts, no minimisation, and no watches: each clause is looked at each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Why(NamedTuple):
    """Why an option has its value. kind: decision, flipped, option, item, or clause; or pair, in a conflict.

    name: of the option or item. others: the other options of the clause, or the pair.
    """

    kind: str
    name: str = ""
    others: tuple[str, ...] = ()


class Step(NamedTuple):
    """A place of the trail: an option that is in or out, and why."""

    option: str
    is_in: bool
    level: int
    why: Why


class Event(NamedTuple):
    """What happened. kind: a name. option, item: which. options: the set in question."""

    kind: str
    option: str = ""
    item: str = ""
    options: tuple[str, ...] = ()


class LearningSearch:
    """A search for all covers.

    cells: the options of each item; the first size[item] of them are its set. coverer: the option that is in, of each
    item that is covered. n_done: how many options of the trail the items know of. clauses: what was learned, each as
    options with values that they never have together.
    """

    def __init__(self, options: list[str]) -> None:
        self.options = options
        self.items = sorted(set("".join(options)))
        self.cells = {item: [option for option in options if item in option] for item in self.items}
        self.size = {item: len(self.cells[item]) for item in self.items}
        self.coverer: dict[str, str] = {}
        self.trail: list[Step] = []
        self.place: dict[str, int] = {}
        self.n_done = 0
        self.level = 0
        self.clauses: list[dict[str, bool]] = []

    def events(self) -> Iterator[Event]:
        """Search; yield each event when it has happened."""
        while True:
            conflict = None
            while conflict is None and self.n_done < len(self.trail):
                step = self.trail[self.n_done]
                self.n_done += 1
                conflict = self._take(step.option) if step.is_in else self._leave(step.option)
                if conflict is None:
                    yield Event("heard", step.option)
                if conflict is None and self.n_done == len(self.trail):
                    conflict = self._ask_clauses()
            if conflict is None and len(self.trail) < len(self.options):
                item = min((i for i in self.items if i not in self.coverer), key=lambda i: (self.size[i], i))
                self.level += 1
                self._put(min(self.cells[item][: self.size[item]]), True, Why("decision"))
                yield Event("decided", self.trail[-1].option, item)
                continue
            if conflict is not None:
                yield Event("conflict", item=conflict.name, options=conflict.others)
                if self.level and self._decision().why.kind == "decision":
                    yield from self._learn(conflict)
                    continue
            else:
                yield Event("cover", options=tuple(step.option for step in self.trail if step.is_in))
            while self.level and self._decision().why.kind == "flipped":
                self._back(self.level - 1)
            if self.level == 0:
                yield Event("over")
                return
            flipped = self._decision()
            self._back(self.level - 1)
            self.level += 1
            self._put(flipped.option, not flipped.is_in, Why("flipped"))
            yield Event("flipped", flipped.option)

    def value(self, option: str) -> bool | None:
        """Whether an option is in; None if that is open."""
        return self.trail[self.place[option]].is_in if option in self.place else None

    def reason(self, why: Why, before: int) -> list[str]:
        """Return the options whose values are the reason for something; before: only this part of the trail counts."""
        others = why.others
        if why.kind == "item":
            others = tuple(o for o in self.cells[why.name] if self.value(o) is False and self.place[o] < before)
        return [self.trail[self.place[p]].why.name or p if not self.value(p) else p for p in others]

    def _put(self, option: str, is_in: bool, why: Why) -> None:
        self.place[option] = len(self.trail)
        self.trail.append(Step(option, is_in, self.level, why))

    def _take(self, option: str) -> Why | None:
        conflict = None
        for item in option:
            self.coverer[item] = option
            for other in self.cells[item][: self.size[item]]:
                if other != option and self.value(other) is None:
                    self._put(other, False, Why("option", option))
                elif other != option and self.value(other):
                    conflict = Why("pair", item, (option, other))
        return conflict

    def _leave(self, option: str) -> Why | None:
        conflict = None
        for item in option:
            if item in self.coverer:
                continue
            cells = self.cells[item]
            self.size[item] -= 1
            here, last = cells.index(option), self.size[item]
            cells[here], cells[last] = cells[last], cells[here]
            if self.size[item] == 0 or (self.size[item] == 1 and self.value(cells[0]) is False):
                conflict = Why("item", item)
            elif self.size[item] == 1 and self.value(cells[0]) is None:
                self._put(cells[0], True, Why("item", item))
        return conflict

    def _ask_clauses(self) -> Why | None:
        for clause in self.clauses:
            free = [option for option, is_in in clause.items() if self.value(option) != is_in]
            if not free:
                return Why("clause", "", tuple(clause))
            if len(free) == 1 and self.value(free[0]) is None:
                self._imply(free[0], clause)
        return None

    def _imply(self, option: str, clause: dict[str, bool]) -> None:
        self._put(option, not clause[option], Why("clause", "", tuple(other for other in clause if other != option)))

    def _learn(self, conflict: Why) -> Iterator[Event]:
        """Resolve backwards along the trail until one option of the level is left; go back, and set it."""
        met = {one for one in self.reason(conflict, len(self.trail)) if self._level(one)}
        yield Event("met", options=self._in_order(met))
        while len(own := [one for one in self._in_order(met) if self._level(one) == self.level]) > 1:
            met.remove(own[-1])
            step = self.trail[self.place[own[-1]]]
            met |= {one for one in self.reason(step.why, self.place[own[-1]]) if self._level(one)}
            yield Event("resolved", own[-1], step.why.name, self._in_order(met))
        clause = {option: bool(self.value(option)) for option in self._in_order(met)}
        self.clauses.append(clause)
        yield Event("learned", own[0], options=tuple(clause))
        highest_flipped = max((step.level for step in self.trail if step.why.kind == "flipped"), default=0)
        self._back(max(highest_flipped, *(self._level(one) for one in clause if one != own[0]), 0))
        yield Event("back")
        self._imply(own[0], clause)
        yield Event("asserted", own[0])

    def _back(self, level: int) -> None:
        while self.trail and self.trail[-1].level > level:
            option, is_in, *_ = self.trail.pop()
            del self.place[option]
            if len(self.trail) >= self.n_done:
                continue
            self.n_done -= 1
            for item in option:
                if is_in and self.coverer.get(item) == option:
                    del self.coverer[item]
                elif not is_in and item not in self.coverer:
                    self.size[item] += 1
        self.level = level

    def _decision(self) -> Step:
        return next(step for step in self.trail if step.level == self.level)

    def _level(self, option: str) -> int:
        return self.trail[self.place[option]].level

    def _in_order(self, options: set[str]) -> tuple[str, ...]:
        return tuple(sorted(options, key=self.place.__getitem__))
