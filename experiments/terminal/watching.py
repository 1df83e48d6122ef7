"""Shows a search: step by step, as a tree, or as the frames of an animation."""

from collections.abc import Callable, Iterator
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.results.whole_file import whole_file, write_whole
from danceoff.experiments.terminal.covers.showing import text_style
from danceoff.experiments.words.amounts import number_of
from danceoff.problems import Covers, ExactCover
from danceoff.problems.instance import Instance
from danceoff.problems.model.naming import option_name
from danceoff.problems.model.printable import printable
from danceoff.problems.pictures.animation import Frame, animation
from danceoff.solvers.base.events import Back, Branch, Clause, Conflict, Event, Found, Jump, Learn, Leave, Take
from danceoff.solvers.together.watching import Watched, watched

Draw = Callable[[tuple[int, ...]], str]


class Watch:
    """Watches the first `n_nodes` nodes of a search; nodes are branchings, decisions, and covers."""

    def __init__(self, instance: Instance, search: Watched, n_nodes: int) -> None:
        self.instance = instance
        self.problem: ExactCover = instance.problem
        self.search = search
        self.limit = n_nodes
        self.nodes = 0
        self.covers = 0
        self.is_over = False
        self.taken: list[int] = []
        self.has_steps = True

    def shown(self, as_tree: bool, svg: Path | None, gif: Path | None = None) -> Iterator[str]:
        """Return the steps as paragraphs of text; writes an animation instead if `svg` or `gif` is a file.

        Raises BadInput if the search has no tree, if Pillow is missing, or if there is nothing to draw.
        """
        if gif:
            self._write_gif(gif)
            return iter(())
        if svg:
            with whole_file(svg) as file:
                file.write(animation(self.problem, self.instance.board, list(self.frames()), self.instance.name))
            return iter(())
        if as_tree and self.search.why is None:
            raise BadInput(
                "a solver that learns jumps back over what it took, so its steps make no tree: watch it without --tree"
            )
        return self.tree() if as_tree else self.lines(self._draw)

    def _write_gif(self, file: Path) -> None:
        try:
            from danceoff.problems.pictures.gif import gif  # late: Pillow is an extra
        except ImportError:
            raise BadInput("a GIF is drawn with Pillow, which is not installed: pip install 'danceoff[gif]'") from None
        write_whole(file, gif(self.problem, self.instance.board, list(self.frames())))

    def lines(self, draw: Draw) -> Iterator[str]:
        """Yield a paragraph per step.

        draw: draws options, in the numbering of the root problem, as text.
        """
        branches: list[Branch] = []
        for event in self._events():
            indent = "  " * len(branches)
            match event:
                case Branch():
                    del branches[len(self.taken) :]
                    yield "  " * len(branches) + self._choice(event)
                    branches.append(event)
                case Take(option):
                    yield f"{indent}+ {self._option(option)}{self._how(event, branches)}\n\n{draw(self._drawn())}\n"
                case Back(option):
                    del branches[len(self.taken) + 1 :]
                    yield f"{'  ' * len(branches)}- {self._option(option)}"
                case Found():
                    drawn = "" if self.has_steps else f"\n\n{draw(self._drawn())}\n"
                    yield f"{indent}= cover {self.covers}{drawn}"
                case Leave(option, _, reason):
                    yield f"  without {self._option(option)} (follows: {self._clause(reason)})"
                case Conflict(clause):
                    yield f"! conflict: {self._clause(clause)}"
                case Learn(clause):
                    yield f"* learnt: {self._clause(clause)}"
                case Jump(level):
                    yield f"< back to level {level}"
                case said:
                    yield said

    def tree(self) -> Iterator[str]:
        """Yield a line per node: the option that led to it, and its branching."""
        branches: list[Branch] = []
        reached = ""
        for event in self._events():
            if isinstance(event, Take):
                del branches[len(self.taken) :]
                # Whether each option taken is the last one of its branching.
                *above, last = (branch.options[-1] == taken for branch, taken in zip(branches, self.taken, strict=True))
                rails = "".join("   " if is_last else "│  " for is_last in above)
                corner = "└─ " if last else "├─ "
                reached = f"{rails}{corner}{self._option(event.option)} → "
            elif isinstance(event, Branch | Found):
                if len(branches) > len(self.taken):  # an option was tried, and now it is left out
                    del branches[len(self.taken) :]
                    reached = f"{'   ' * len(branches)}left → "
                yield reached + (f"cover {self.covers}" if isinstance(event, Found) else self._node(event))
                if isinstance(event, Branch):
                    branches.append(event)

    def frames(self) -> Iterator[Frame]:
        """Yield the frame after each step; if there is no step, a frame of the initial state."""
        event = None
        for event in self._events():
            match event:
                case Branch(item):
                    yield Frame(self._in_order(), self._node(event), item)
                case Found():
                    yield Frame(self._in_order(), f"cover {self.covers}", None)
                case Conflict():
                    yield Frame(self._in_order(), "conflict", None)
                case Learn():
                    yield Frame(self._in_order(), "a clause is learnt", None)
                case Back(option):
                    yield Frame(self._in_order(), f"− {self._option(option)}", None)
                case Take(option):
                    sign = "∴" if event.follows else "+"
                    yield Frame(self._in_order(), f"{sign} {self._option(option)}", None)
        if event is None:
            yield Frame(self._in_order(), "no step", None)

    def summary(self) -> str:
        """Return one line on how far the search went."""
        nodes, covers = number_of(self.nodes, "node"), number_of(self.covers, "cover")
        if self.is_over:
            return f"the search is over: {nodes}, {covers}"
        return f"stopped after {nodes} (--nodes N shows more): {covers} so far"

    def _events(self) -> Iterator[Event]:
        for event in self.search.events:
            is_decision = self.search.why is None and isinstance(event, Take) and not event.follows
            if is_decision or isinstance(event, Branch | Found):
                if self.nodes == self.limit:
                    return
                self.nodes += 1
            match event:
                case Take(option):
                    self.taken.append(option)
                case Back(option):
                    self.taken.remove(option)
                case Found(cover):
                    self.covers += 1
                    self.has_steps &= set(self.taken) == set(cover)  # some solvers find covers without taking options
                    self.taken = self.taken if self.has_steps else [*cover]
            yield event
        self.is_over = True

    def _draw(self, options: tuple[int, ...]) -> str:
        style, columns = text_style()
        if style == "plain":
            return self.instance.picture(options)
        return self.instance.boxed(options, columns, coloured=style == "coloured")

    def _drawn(self) -> tuple[int, ...]:
        (lifted,) = self.problem.lift(Covers.of([self.taken]))
        return lifted

    def _in_order(self) -> tuple[int, ...]:
        """Return the options taken, in the order in which they were taken: it fixes their colours in an animation."""
        return (*self.problem.taken.tolist(), *self.problem.origin[self.taken].tolist())

    def _option(self, option: int) -> str:
        return option_name(self.problem, option)

    def _item(self, item: int) -> str:
        return printable(self.problem.item_name(item))

    def _choice(self, branch: Branch) -> str:
        why = self.search.why() if self.search.why else ""
        if not branch.options:
            return f"{self._item(branch.item)} has no option left: back"
        return f"{self._node(branch)}: {why}"

    def _node(self, branch: Branch) -> str:
        n = len(branch.options)
        return f"{self._item(branch.item)} has {n or 'no'} option{'s' * (n != 1)}"

    def _clause(self, clause: Clause) -> str:
        return " or ".join(map(self._literal, clause)) or "nothing can hold"

    def _literal(self, literal: int) -> str:
        variable = abs(literal)
        is_option = variable <= self.problem.n_options
        name = self._option(variable - 1) if is_option else f"variable {variable}"
        return name if literal > 0 else f"not {name}"

    def _how(self, take: Take, branches: list[Branch]) -> str:
        if not branches:
            because = f": {self._clause(take.reason)}" if take.reason else ""
            return f" (follows{because})" if take.follows else " (decided)"
        options = branches[-1].options
        return f" ({options.index(take.option) + 1} of {len(options)})"


def watch(instance: Instance, solver: str, n_nodes: int) -> Watch:
    """Prepare to watch a solver on a problem; raises BadInput if it cannot be watched.

    solver: the name of the solver.
    n_nodes: the most nodes to watch.
    """
    try:
        return Watch(instance, watched(solver, instance.problem), n_nodes)
    except ValueError as error:
        raise BadInput(str(error)) from None
