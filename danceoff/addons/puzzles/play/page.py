"""The page as one file that works offline: problems, a style sheet, and scripts."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.instance import Instance
from danceoff.problems.model.naming import option_name
from danceoff.problems.model.printable import printable
from danceoff.problems.pictures import gallery
from danceoff.problems.pictures.drawing import N_COLOURS, STYLE
from danceoff.problems.pictures.scripted import filled, for_a_script, policy
from danceoff.problems.sources import read
from danceoff.solvers.base.events import Clause, Conflict, Found, Jump, Learn, Leave, Take
from danceoff.solvers.readable.cdcl import CdclSearch

MOST_BYTES = 300_000
"""The largest page."""
CHOICE = (
    *("tromino/4x4-5", "tromino/5x5-1", "domino/4x4", "tatami-monomer/3x3", "t-tetromino/4x4", "squares/4x4"),
    *("box/line", "box/42", "y-pentomino/5x10", "pentomino-subset/3x5", "slothouber-graatsma", "tricube/i-3x3x3"),
    *("queens/4", "queens/6", "queens/8", "sudoku/4x4", "sudoku/euler96-01", "langford/7", "matching/8"),
    "domino/6x6-0-35",  # where learning prunes most
)
"""The problems of the catalog that a page without a problem of its own offers."""
_MOST_OF_EACH = (400, 400)
"""The clauses and steps of a SAT solver that are recorded, if the page offers several problems."""
_FOLDER = Path(__file__).parent
_SCRIPTS = (
    *("problem", "links", "search", "walk", "knuth", "sudoku", "box", "views", "matrix", "fine", "board", "tree"),
    *("sat", "said", "controls", "play"),
)

_MOST_CHARACTERS = 40_000
"""With longer names of options in all, an option is called by its items."""

MOST_CLAUSES = 1500
MOST_STEPS = 4000
_MOST_LITERALS = 15_000
"""The literals of all recorded clauses, with which recording ends."""
_MOST_CONFLICTS = 2000
_MOST_SHARED = 8
"""Items that two options may share on average, in a problem for which it is worth while to write down the clauses."""
_KINDS = {"decide": 0, "follow": 1, "conflict": 2, "learn": 3, "jump": 4, "found": 5}


@runtime_checkable
class Played(Protocol):
    """A board that the scripts of the page can draw."""

    def played(self, problem: ExactCover) -> dict[str, Any] | None:
        """Return the data of a board that the scripts need; None if they cannot draw this problem."""
        ...


def page(instances: Sequence[Instance]) -> str:
    """Return the page.

    instances: the problems that it offers; it begins with the first.

    Raises InvalidProblem for problems that the page cannot play.
    """
    most = () if len(instances) == 1 else _MOST_OF_EACH
    runs = {instance.name: sat_data(instance.problem, *most) for instance in instances}
    data = {"problems": [problem_data(instance) for instance in instances], "sat": runs}
    script = "\n".join([gallery.text("cells.js"), *(_text(f"scripts/{name}.js") for name in _SCRIPTS)])
    whole = filled(
        _FOLDER / "play.html.j2",
        title=instances[0].name if len(instances) == 1 else "Algorithm X, step by step",
        names=[instance.name for instance in instances],
        style=_text("play.css") + _text("sat.css") + STYLE,
        data=for_a_script(data | {"nColours": N_COLOURS}),
        policy=policy([script]),
        script=script,
    )
    if (size := len(whole.encode())) > MOST_BYTES:
        name = instances[0].name
        raise InvalidProblem(f"{name} is too large for the page: {size:,} bytes, and the limit is {MOST_BYTES:,}")
    return whole


def empty_page() -> str:
    """Return the page that offers problems of the catalog."""
    return page([read(name) for name in CHOICE])


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def problem_data(instance: Instance) -> dict[str, Any]:
    """Return the data that the page needs of a problem, as a JSON object.

    `options` has the items of each option, `colours` their colours if there are any, `least` and `most` the
    multiplicities if there are any, and `board` the pictures of the board and of the options on it, or None.

    Raises InvalidProblem for a problem with a bound on the cost of a cover.
    """
    problem = instance.problem
    if problem.max_cost is not None:
        raise InvalidProblem(f"{instance.name}: the page cannot play a problem with a bound on the cost of a cover")
    names = [option_name(problem, option) for option in range(problem.n_options)] if problem.option_names else []
    data = {
        "name": instance.name,
        "items": [printable(problem.item_name(item)) for item in range(problem.n_items)],
        "words": [instance.board.item_in_words(problem, item) for item in range(problem.n_items)],
        "nPrimary": problem.n_primary,
        "options": [problem.items_of(option) for option in range(problem.n_options)],
        "names": names if sum(map(len, names)) <= _MOST_CHARACTERS else [],
        "hasCosts": problem.has_costs,
        "board": instance.board.played(problem) if isinstance(instance.board, Played) else None,
    }
    if problem.has_multiplicities:
        data |= {"least": problem.least.tolist(), "most": problem.most.tolist()}
    if problem.has_colours:
        data["colours"] = [[colour for _, colour in problem.entries_of(k)] for k in range(problem.n_options)]
        data["colourNames"] = [printable(str(name)) for name in problem.colour_names]
    return data


def sat_data(
    problem: ExactCover, most_clauses: int = MOST_CLAUSES, most_steps: int = MOST_STEPS
) -> dict[str, Any] | None:
    """Return a run of the SAT solver as a JSON object; None for too many clauses, or for variables that are no options.

    most_steps: how many steps are recorded; the run goes on to count the rest.

    The keys of the object:

    - `clauses`, `nGiven`: the clauses of the problem, `nGiven` in number, and then those that block covers or are
      learnt, in the order of their steps; literals are the signed numbers of options, from 1 on.
    - `kinds`, `about`: step t is of the kind `kinds[t]` (decide, follow, conflict, learn, jump, found) and about
      `about[t]`: a literal, a clause, or a level.
    - `reasons`: the clause from which the literal of each step follows, or -1.
    - `hasAllSteps`: whether there were no more steps.
    - `conflicts`, `decisions`, `covers`: the counts of the whole run or, unless `isWhole`, of its first 2000 conflicts;
      the clause that blocks a cover makes a conflict, too.
    """
    n_uses = np.bincount(problem.item)
    n_pairs = int((n_uses * (n_uses - 1) // 2).sum())  # a bound on the clauses of two options
    if problem.has_multiplicities or n_pairs > _MOST_SHARED * most_clauses:
        return None
    search = CdclSearch(problem, frozenset())
    if len(search.clauses) > most_clauses:
        return None
    run = _Run([list(clause) for clause in search.clauses])
    covers, has_all_steps, is_whole = 0, True, True
    for event in search.events():
        if isinstance(event, Found):
            covers += 1
        if len(run.steps) < most_steps and run.n_literals < _MOST_LITERALS:
            run.add(event)
            continue
        has_all_steps = False
        if search.conflicts >= _MOST_CONFLICTS:
            is_whole = False
            break
    stats = search.stats()
    kinds, about, reasons = np.array(run.steps, np.int64).reshape(-1, 3).T.tolist()
    return {
        "nGiven": len(search.clauses),
        "clauses": run.clauses,
        "kinds": kinds,
        "about": about,
        "reasons": reasons,
        "conflicts": stats["conflicts"],
        "decisions": stats["decisions"],
        "covers": covers,
        "hasAllSteps": has_all_steps,
        "isWhole": is_whole,
    }


class _Run:
    """The steps recorded so far."""

    def __init__(self, clauses: list[list[int]]) -> None:
        self.clauses = clauses
        self.n_literals = sum(map(len, clauses))
        self.number = {tuple(sorted(clause)): k for k, clause in enumerate(clauses)}
        self.steps: list[tuple[int, int, int]] = []

    def add(self, event: object) -> None:
        """Record a step; a jump includes the options that it takes back."""
        match event:
            case Take(option, True, reason):
                self._add("follow", option + 1, self._clause(reason))
            case Take(option):
                self._add("decide", option + 1)
            case Leave(option, True, reason):
                self._add("follow", -option - 1, self._clause(reason))
            case Leave(option):
                self._add("decide", -option - 1)
            case Conflict(clause):
                self._add("conflict", self._clause(clause))
            case Learn(clause):
                self._add("learn", self._clause(clause))
            case Jump(level):
                self._add("jump", level)
            case Found():
                self._add("found", 0)

    def _add(self, kind: str, about: int, reason: int = -1) -> None:
        self.steps.append((_KINDS[kind], about, reason))

    def _clause(self, clause: Clause) -> int:
        """Return the number of a clause; a new clause gets the next number."""
        number = self.number.setdefault(tuple(sorted(clause)), len(self.clauses))
        if number == len(self.clauses):
            self.clauses.append(list(clause))
            self.n_literals += len(clause)
        return number
