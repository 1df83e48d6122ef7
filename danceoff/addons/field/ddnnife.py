"""Listing from a compiled formula: D4 compiles the pairwise encoding into a d-DNNF, and ddnnife lists its models.

A d-DNNF is a formula whose models are counted in one pass. C. Sundermann, H. Raab, T. Heß, T. Thüm, I. Schaefer,
Reusing d-DNNFs for Efficient Feature-Model Counting, TOSEM 2024. ddnnife is under the LGPL, D4's binding under the MIT
licence.

`enumerate` of ddnnife 0.10.0 keeps its position in a table that the whole process shares; the key is the assumptions
without the formula, and after the last model the first one follows. So the walk asks for all models under some
assumptions in a single call, which lists each model once; it makes one call for each part with few models. The order of
the models differs from process to process, so each part is sorted.

Relative CPU time (`sat` = 1), one run: all covers of tromino/8x8-0 4.6, of queens/10 6, of y-pentomino/5x10 34; no
cover of langford/10 4.0; the number of covers of tromino/8x8-0 0.6. `dlx` takes less than a tenth of `sat` on all.
"""

from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import py_d4
from ddnnife.ddnnife import Ddnnf

from danceoff.problems import Cover, ExactCover
from danceoff.solvers.base import Feature, OneByOne, Search, Solver, Steps, settled, silenced
from danceoff.solvers.rewriting.by_item import options_by_item
from danceoff.solvers.sat.clauses.cnf import blocking, encode, n_variables

_LARGEST_PART = 1024


class Ddnnife(Solver):
    """Compiles the whole problem first; then it knows the count, and lists covers at an even pace."""

    name: ClassVar[str] = "ddnnife"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.SECONDARY, Feature.COLOUR, Feature.BLOCK})

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Encode the problem; the walk compiles it."""
        return settled(problem, blocked) or _DnnfSearch(problem, blocked)


class _DnnfSearch(OneByOne):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._problem = problem
        encoded = encode(problem)
        self._n_variables = n_variables(problem, encoded)
        clauses = [*encoded, *(blocking(problem, cover) for cover in sorted(blocked))]
        self._native = py_d4.Solver(clauses, self._n_variables)
        self._effort: dict[str, int] = {}

    def _compiled(self) -> Any:
        """Return the d-DNNF; None if it has no models, which ddnnife cannot read."""
        with silenced():
            compiled = self._native.compile()
            text = compiled.getNNFString()
        self._effort = {"decisions": compiled.getNbDecisionNodes(), "nodes": compiled.getNbNodes()}
        if text.startswith("f"):
            return None
        with TemporaryDirectory(prefix="danceoff-ddnnife-") as scratch:
            file = Path(scratch) / "problem.nnf"
            file.write_text(text, encoding="utf-8")
            return Ddnnf.from_file(str(file), self._n_variables)

    def _increments(self) -> Generator[int]:
        formula = self._compiled()
        yield int(formula.rc()) if formula is not None else 0

    def _steps(self) -> Steps:
        """List parts with few covers; a part with many is split by the options of an item that is not covered yet."""
        formula = self._compiled()
        if formula is None:
            return
        models = formula.as_mut()
        n_options, n_primary = self._problem.n_options, self._problem.n_primary
        options = options_by_item(self._problem)[:n_primary]
        items = sorted(range(n_primary), key=lambda item: len(options[item]))
        parts: list[tuple[list[int], int]] = [([], int(formula.rc()))]
        while parts:
            chosen, n_covers = parts.pop()
            if n_covers <= _LARGEST_PART:
                for model in sorted(models.enumerate(chosen, n_covers)):
                    yield [literal - 1 for literal in model if 0 < literal <= n_options]
                continue
            covered = {item for literal in chosen for item in self._problem.items_of(literal - 1)}
            item = next(item for item in items if item not in covered)
            variables = [option + 1 for option in reversed(options[item])]
            counts = map(int, models.count_multiple(chosen, variables))
            parts += [([*chosen, one], n) for one, n in zip(variables, counts, strict=True) if n]
            yield None

    def stats(self) -> dict[str, int]:
        return self._effort
