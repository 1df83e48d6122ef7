"""A search for only the covers that come apart, which also says how the latest one comes apart."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace

from danceoff import solvers
from danceoff.addons.puzzles.apart.disassembly import Disassembler, Disassembly, Undecided
from danceoff.addons.puzzles.apart.taking_apart import frames, taking_apart
from danceoff.asking.ask import Ask
from danceoff.problems import Cover, Covers, ExactCover, InvalidProblem, check
from danceoff.problems.board import Board
from danceoff.problems.instance import Instance
from danceoff.problems.model.arguments import named_by
from danceoff.solvers.rewriting.orbit_search import OrbitSearch


class Assemblies:
    """How many covers come apart, how many do not, and for how many it is not known.

    latest: the latest cover that comes apart, ascending.
    disassembly: how it comes apart.
    """

    def __init__(self, board: Board) -> None:
        self.n_apart = self.n_locked = self.n_undecided = 0
        self.latest: Cover = ()
        self.disassembly = Disassembly((), ())
        self.disassembler = Disassembler(board)
        self._why = ""

    def comes_apart(self, cover: Cover) -> bool:
        """Return whether a cover, in the numbering of the root problem, is known to come apart.

        Raises UnsupportedProblem if it has too many pieces.
        """
        ascending = tuple(sorted(cover))
        try:
            found = self.disassembler.disassembly(ascending)
        except Undecided as undecided:
            self.n_undecided += 1
            self._why = str(undecided)
            return False
        except InvalidProblem as too_large:
            raise solvers.UnsupportedProblem(str(too_large)) from None
        if found is None:
            self.n_locked += 1
            return False
        self.n_apart += 1
        self.latest, self.disassembly = ascending, found
        return True

    def __str__(self) -> str:
        n_seen = self.n_apart + self.n_locked + self.n_undecided
        unknown = f", {self.n_undecided} unknown ({self._why})" if self.n_undecided else ""
        return f"{self.n_apart} of {n_seen} assemblies come apart{unknown}"


def of(instance: Instance) -> TakenApart:
    """Return the packing with a filter for the covers that come apart, and the published number of these.

    Raises InvalidProblem if it is no packing that can be taken apart.
    """
    with named_by(instance.name):
        assemblies = Assemblies(instance.board)
    known = instance.known and replace(instance.known, covers=instance.known.apart, up_to_symmetry=None)
    return TakenApart(instance.name, instance.family, instance.problem, known, instance.board, assemblies=assemblies)


@dataclass(frozen=True, kw_only=True)
class TakenApart(Instance):
    """A packing with a filter: only covers that come apart count."""

    assemblies: Assemblies

    def svg(self, cover: Cover, title: str, styled: bool = True) -> str:
        """Draw how the latest cover comes apart; draw only the cover if an animation is too large."""
        packing, latest = self.assemblies.disassembler.packing, self.assemblies.latest
        moving = taking_apart(packing, latest, self.assemblies.disassembly, title)
        return moving or super().svg(cover, title, styled)

    def of_those(self, search: solvers.Search) -> solvers.Search:
        """Return a search for the covers, or the orbits, of this search that come apart."""
        kind = _ApartOrbits if isinstance(search, OrbitSearch) else _ApartSearch
        return kind(search, self.problem, self.assemblies)

    def status(self, ask: Ask) -> str:
        """Return the status of a walk that saw all covers, or as many as it was asked for."""
        seen = self.assemblies
        is_decided = not seen.n_undecided or (ask.question.is_done_at_limit and seen.n_apart == ask.limit)
        return "complete" if is_decided else "limit"

    def heading(self) -> str:
        """Return the line above the picture of the latest cover: its level."""
        return f"level {self.assemblies.disassembly}\n"

    def in_numbers(self) -> dict[str, object]:
        """Return how the latest cover comes apart, for programs: pieces are option numbers."""
        cover, found = self.assemblies.latest, self.assemblies.disassembly
        moves = [
            {"options": [cover[k] for k in move.pieces], "shift": move.shift, "leaves": move.leaves}
            for move in found.moves
        ]
        return {"level": found.level, "levels": found.levels, "moves": moves}

    def in_gallery(self) -> dict[str, object]:
        """Return the levels and the moves of the latest cover, for a gallery."""
        packing, found = self.assemblies.disassembler.packing, self.assemblies.disassembly
        moves = [words for _, words in frames(packing, self.assemblies.latest, found)]
        return {"level": str(found), "moves": moves[1:]}


class _ApartSearch(solvers.Search):
    """A search for the covers of another search that come apart, one by one."""

    def __init__(self, search: solvers.Search, problem: ExactCover, assemblies: Assemblies) -> None:
        self._search, self._problem, self._assemblies = search, problem, assemblies

    def _batches(self) -> Generator[Covers]:
        """Yield the covers that come apart. Wrong covers are passed on, too: the walk reports them."""
        for batch in self._search.batches(heartbeats=True):
            for cover, is_cover in zip(batch, check(self._problem, batch), strict=True):
                one = Covers.of([cover])
                (lifted,) = self._problem.lift(one)
                comes_apart = is_cover and self._assemblies.comes_apart(lifted)
                self.choice = "; ".join(filter(None, (self._search.choice, str(self._assemblies))))
                if comes_apart or not is_cover:
                    yield one

    def stats(self) -> Mapping[str, int]:
        return self._search.stats()


class _ApartOrbits(_ApartSearch):
    """A search for one cover of each orbit whose covers come apart."""

    _search: OrbitSearch

    def images(self, covers: Covers) -> Iterator[Covers]:
        """Return all covers in the orbits of these covers."""
        return self._search.images(covers)

    def contradiction(self) -> str:
        """Return in words what is wrong with the answers, after the walk; empty if nothing is."""
        return self._search.contradiction()
