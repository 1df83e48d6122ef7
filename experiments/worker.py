"""The child process that runs ONE case, and tells its parent how it goes.

It reads the case as JSON from its standard input and writes JSON objects, one a line, to the file descriptor that is
its only argument: columns of a row as they become known, and last of all `status`. A descriptor of its own keeps what
libraries print out of the conversation.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Protocol, TypeVar

import numpy as np

import solvers
from experiments import BadInput
from experiments.broken import Broken
from experiments.case import Case, Show
from problems import Covers, ExactCover, Fingerprint, InvalidProblem, check
from problems.catalog import Instance, certified
from problems.diagnosis import reasons
from problems.sources import read

T = TypeVar("T")
_TELL_EVERY_S = 0.02
_PR_SET_PDEATHSIG = 1


class Tell(Protocol):
    """Sends columns of the row to the parent."""

    def __call__(self, **columns: Any) -> None:
        """Send them."""


@dataclass
class Clock:
    """Wall-clock and CPU seconds spent inside `running`."""

    wall_s: float = 0.0
    cpu_s: float = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count the time until the block is left."""
        wall, cpu = perf_counter(), process_time()
        try:
            yield
        finally:
            self.wall_s += perf_counter() - wall
            self.cpu_s += process_time() - cpu

    def timing(self, elements: Iterator[T]) -> Iterator[T]:
        """The same elements; only the time that they take to come is counted, not what is done with them."""
        while True:
            with self.running():
                try:
                    element = next(elements)
                except StopIteration:
                    return
            yield element


@dataclass
class Tally:
    """What a search has found so far, told to the parent every so often, for the search may be killed at any time."""

    tell: Tell
    prepare_cpu_s: float
    clock: Clock = field(default_factory=Clock)
    covers: int = 0
    orbits: int | None = None
    checked: int = 0
    fingerprint: Fingerprint | None = None
    told_covers: int = 0
    told_at: float = 0.0

    def add(self, n_covers: int) -> None:
        """Count covers, and tell of them when it is time."""
        if n_covers and not self.covers:
            self.tell(first_s=self.clock.wall_s)
        self.covers += n_covers
        if self.covers >= max(1, 2 * self.told_covers) or perf_counter() - self.told_at > _TELL_EVERY_S:
            self.told_covers, self.told_at = self.covers, perf_counter()
            self.tell(**self.columns())

    def columns(self) -> dict[str, Any]:
        """The columns of the row, as far as they are known."""
        return {
            "covers": self.covers,
            "orbits": self.orbits,
            "checked": self.checked,
            "fingerprint": str(self.fingerprint or ""),
            "search_s": self.clock.wall_s,
            "cpu_s": self.prepare_cpu_s + self.clock.cpu_s,
        }


def work(case: Case, show: Show | None, tell: Tell, certificate: Path | None = None) -> None:
    """Run the case from reading its problem to the last cover; `show` sends pictures of the covers, too.

    certificate: where task `certify` writes one, which no other task needs.

    Raises InvalidProblem or BadInput where the case cannot be asked, and whatever the solver raises.
    """
    with _warnings_told(tell):
        instance = read(case.problem)
    tell(**_about(instance))
    if case.digest and case.digest != instance.problem.digest:
        raise InvalidProblem(f"{case.problem}: changed since the run was planned")
    solver = _load(case.solver)
    lists = solvers.Feature.LIST in solver.features
    if (case.task not in ("count", "certify") or case.up_to_symmetry) and not lists:
        raise solvers.UnsupportedProblem(f"{solver.name} counts covers and cannot list them")
    if case.up_to_symmetry and case.task == "certify":
        raise solvers.UnsupportedProblem("a certificate is of all covers, not of those up to symmetry")
    if show:
        tell(reasons=reasons(instance.problem, instance.board))
    _warm_up(solver, case.task)
    tell(ready=True, solver=str(solver))
    clock = Clock()
    with clock.running():
        search = _broken(solver, instance) if case.up_to_symmetry else solver.prepare(instance.problem)
    tell(prepare_s=clock.wall_s)
    tally = Tally(tell, clock.cpu_s)
    if isinstance(search, Broken):
        columns = _orbits(case, instance, search, tally, show)
    elif case.task == "certify" and certificate:
        from experiments.certify import certify

        columns = certify(case, instance.problem, search, tally, lists, certificate)
    else:
        walk = _count if case.task == "count" else _list
        columns = walk(case, instance, search, tally, show)
    found = {"detail": search.choice, **tally.columns(), **columns}
    tell(**found, peak_rss_mb=_peak_rss_mb(), stats=_plain(search.stats()))


def _broken(solver: solvers.Solver, instance: Instance) -> Broken:
    try:
        return Broken(solver, instance)
    except InvalidProblem as error:
        raise InvalidProblem(f"{instance.name}: {error}") from None


@contextmanager
def _warnings_told(tell: Tell) -> Iterator[None]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    for warning in caught:
        tell(warning=str(warning.message))


def _load(spec: str) -> solvers.Solver:
    try:
        return solvers.load(spec)
    except ValueError as error:
        raise BadInput(str(error)) from None


def _about(instance: Instance) -> dict[str, Any]:
    problem, known = instance.problem, instance.known
    return {
        "digest": problem.digest,
        "family": instance.family,
        "n_items": problem.n_items,
        "n_options": problem.n_options,
        "published": known.covers if known else None,
        "published_orbits": known.up_to_symmetry if known else None,
        "source": known.source + "; certified" * (problem.digest in certified()) if known else "",
    }


def _warm_up(solver: solvers.Solver, task: str) -> None:
    """Imports and compilation happen here, on what no backend refuses, so that no measured time holds them."""
    search = solver.prepare(ExactCover.from_options(["a", "b", "b"], "ab"))
    lists = solvers.Feature.LIST in solver.features
    for _ in search.batches() if lists and task != "count" else search.tallies():
        pass
    if task == "certify":
        from experiments.certify import compile_walk

        compile_walk()


def _list(case: Case, instance: Instance, search: solvers.Search, tally: Tally, show: Show | None) -> dict[str, str]:
    """Walk through the covers and check every one, in bulk; fingerprints are in the numbering of the root problem."""
    tally.fingerprint = Fingerprint()
    for batch in tally.clock.timing(iter(search.batches())):
        if case.limit and tally.covers + len(batch) > case.limit:
            batch = batch.select(np.arange(len(batch)) < case.limit - tally.covers)
        good = check(instance.problem, batch)
        lifted = instance.problem.lift(batch.select(good))
        tally.checked += len(batch)
        tally.fingerprint += Fingerprint.of(lifted)
        tally.add(len(lifted))
        _tell_pictures(instance, lifted, tally.covers - len(lifted), show, tally.tell)
        if not good.all():
            return {"status": "wrong", "detail": f"options {_first_of(batch.select(~good))} are not a cover"}
        if case.limit and tally.covers >= case.limit:
            return {"status": "complete" if case.task == "first" else "limit"}
    return {"status": "complete"}


def _orbits(case: Case, instance: Instance, search: Broken, tally: Tally, show: Show | None) -> dict[str, str]:
    """Walk through one cover of each orbit; check and fingerprint all that are like it. The limit is one of orbits."""
    tally.fingerprint, tally.orbits = Fingerprint(), 0
    for batch in tally.clock.timing(search.batches()):
        if case.limit and tally.orbits + len(batch) > case.limit:
            batch = batch.select(np.arange(len(batch)) < case.limit - tally.orbits)
        tally.orbits += len(batch)
        for covers in search.images(batch):
            good = check(instance.problem, covers)
            if not good.all():
                return {"status": "wrong", "detail": f"options {_first_of(covers.select(~good))} are not a cover"}
            tally.checked += len(covers)
            tally.fingerprint += Fingerprint.of(instance.problem.lift(covers))
            tally.add(len(covers))
        _tell_pictures(instance, instance.problem.lift(batch), tally.orbits - len(batch), show, tally.tell)
        if case.limit and tally.orbits >= case.limit:
            return {"status": "complete" if case.task == "first" else "limit"}
    contradiction = search.contradiction()
    return {"status": "wrong", "detail": contradiction} if contradiction else {"status": "complete"}


def _tell_pictures(instance: Instance, covers: Covers, n_before: int, show: Show | None, tell: Tell) -> None:
    """Send the pictures of covers that are given in the numbering of the root problem."""
    if show is None or not (show.text or show.figures or (show.svg and n_before == 0)):
        return
    for number, cover in enumerate(covers, n_before + 1):
        title = f"{instance.name}, cover {number}"
        if show.text == "plain":
            tell(picture=instance.picture(cover))
        elif show.text:
            tell(picture=instance.boxed(cover, show.columns, coloured=show.text == "coloured"))
        if show.svg and number == 1:
            tell(svg=instance.svg(cover, title))
        if show.figures:
            tell(figure=instance.svg(cover, title, styled=False))


def _first_of(covers: Covers) -> str:
    return " ".join(map(str, next(iter(covers))))


def _count(case: Case, _instance: Instance, search: solvers.Search, tally: Tally, _show: Show | None) -> dict[str, str]:
    for n_covers in tally.clock.timing(iter(search.tallies())):
        tally.add(n_covers)
        if case.limit and tally.covers >= case.limit:
            return {"status": "limit"}
    return {"status": "complete"}


def _plain(stats: Mapping[str, int]) -> dict[str, int]:
    return {name: int(value) for name, value in stats.items()}


def _peak_rss_mb() -> float | None:
    """The largest resident memory of this process; not ru_maxrss, which a child inherits from its parent."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return None
    return int(status.split("VmHWM:")[1].split()[0]) * 1024 / 1e6


def _where(error: Exception) -> str:
    """An error in one line: what it is, and the line of code that raised it."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return " ".join(f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})".split())


def _die_with_parent() -> None:
    """A parent that is killed takes its child along, even one that sits in native code (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def main() -> None:
    """Read the case, work on it, and turn every end it can come to into a status."""
    _die_with_parent()
    descriptor = int(sys.argv[1])
    os.set_inheritable(descriptor, False)
    asked = json.loads(sys.stdin.read())
    with os.fdopen(descriptor, "w", encoding="utf-8") as parent:

        def tell(**columns: Any) -> None:
            parent.write(json.dumps(columns) + "\n")
            parent.flush()

        try:
            work(Case(**asked["case"]), asked["show"] and Show(**asked["show"]), tell, Path(asked["certificate"]))
        except solvers.UnsupportedProblem as error:
            tell(status="unsupported", detail=str(error))
        except solvers.MissingBackend as error:
            tell(status="missing", detail=str(error))
        except MemoryError as error:
            tell(status="memory", detail=str(error) or "out of memory")
        except (InvalidProblem, BadInput) as error:
            tell(invalid=str(error))
        except Exception as error:  # noqa: BLE001 - a backend may raise anything, and the row says what
            tell(status="crashed", detail=_where(error))


if __name__ == "__main__":
    main()
