"""The child process that runs ONE case, and tells its parent how it goes.

It reads the case as JSON from its standard input and writes JSON objects, one a line, to the file descriptor that is
its first argument: columns of a row as they become known, and last of all `status`. A descriptor of its own keeps what
libraries print out of the conversation. The second argument is the file descriptor of the page with the case's clock.
It is started by `supervisor.supervise`, and dies with its parent.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
import traceback
import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from danceoff import solvers
from danceoff.experiments import BadInput
from danceoff.experiments.plans.case import Case, Show
from danceoff.experiments.results.record import exact_as_text
from danceoff.experiments.run.one_case.checkpoint import Checkpoint, PartTotals
from danceoff.experiments.run.one_case.clock import SIZE, Clock, too_late
from danceoff.experiments.run.one_case.orbit_search import OrbitSearch
from danceoff.experiments.run.one_case.repeats import Repeats
from danceoff.experiments.run.one_case.tally import Tally, Tell
from danceoff.problems import Covers, ExactCover, Fingerprint, InvalidProblem, check
from danceoff.problems.analysis.diagnosis import reasons
from danceoff.problems.catalog import Instance, certified
from danceoff.problems.formats.sources import is_list, read
from danceoff.problems.model.fingerprint import keys
from danceoff.solvers.engines.loading import no_loading
from danceoff.solvers.together.parts import PartsSearch

NO_LOADING = "DANCEOFF_NO_LOADING"
"""The environment variable that has a case crash where a kernel is loaded while it is measured; our tests set it."""

_TWICE = "a cover came twice"


def work(
    case: Case,
    show: Show | None,
    tell: Tell,
    certificate: Path | None = None,
    checkpoint: Path | None = None,
    clock: Clock | None = None,
) -> None:
    """Run the case from reading its problem to the last cover; `show` sends pictures of the covers, too.

    certificate: where task `certify` writes one, which no other task needs. checkpoint: the file from which a search in
    parts goes on. clock: the one that the parent reads.

    Raises InvalidProblem or BadInput where the case cannot be asked, and whatever the solver raises.
    """
    if is_list(case.problem):
        from danceoff.experiments.run.one_case.sudoku_list import work_list

        work_list(case, show, tell, clock or Clock())
        return
    with _warnings_told(tell):
        instance = read(case.problem)
    tell(**_about(instance))
    if case.digest and case.digest != instance.problem.digest:
        raise InvalidProblem(f"{case.problem}: changed since the run was planned")
    solver = _load(case.solver)
    lists = solvers.Feature.LIST in solver.features
    if (case.task not in ("count", "certify") or case.up_to_symmetry) and not lists:
        raise solvers.UnsupportedProblem(f"{solver.name} counts covers and cannot list them")
    if instance.problem.has_multiplicities and case.task == "certify" and not lists:
        raise solvers.UnsupportedProblem("a trace knows no multiplicities; certify by a solver that lists: bits")
    if case.up_to_symmetry and case.task == "certify":
        raise solvers.UnsupportedProblem("a certificate is of all covers, not of those up to symmetry")
    if show:
        tell(reasons=reasons(instance.problem, instance.board))
    _warm_up(solver, case, instance.problem)
    tell(ready=True, solver=str(solver))
    with no_loading() if os.environ.get(NO_LOADING) else nullcontext():
        _measured(case, instance, solver, show, tell, certificate, checkpoint, clock or Clock())


def _measured(
    case: Case,
    instance: Instance,
    solver: solvers.Solver,
    show: Show | None,
    tell: Tell,
    certificate: Path | None,
    checkpoint: Path | None,
    clock: Clock,
) -> None:
    """What clocks are running for."""
    lists = solvers.Feature.LIST in solver.features
    with clock.running():
        search = _broken(solver, instance) if case.up_to_symmetry else solver.prepare(instance.problem)
    tell(prepare_s=clock.wall_s)
    tally = Tally(tell, clock, prepare_s=clock.wall_s)
    if isinstance(search, OrbitSearch):
        columns = _orbits(case, instance, search, tally, show)
    elif case.task == "certify" and certificate:
        from danceoff.experiments.certificates.certify import certify

        columns = certify(case, instance.problem, search, tally, lists, certificate)
    elif isinstance(search, PartsSearch) and checkpoint and not case.limit:
        through = Checkpoint(checkpoint, search.parts, solvers.version(search.solver.name))
        columns = _in_parts(case, instance, search, tally, through, show)
    else:
        walk = _count if case.task == "count" else _list
        columns = walk(case, instance, search, tally, show)
    found = {"detail": search.choice, **tally.columns(), **columns}
    late = too_late(case, clock.wall_s, clock.cpu_s)
    if late is not None and found["status"] in ("complete", "limit"):
        found |= {"status": "timeout", "detail": late or found["detail"]}
    tell(**found, peak_rss_mb=_peak_rss_mb(), stats=_plain(search.stats()))


def _broken(solver: solvers.Solver, instance: Instance) -> OrbitSearch:
    try:
        return OrbitSearch(solver, instance)
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


def _warm_up(solver: solvers.Solver, case: Case, problem: ExactCover) -> None:
    """Import, load and compile all that the case needs, so that no measured time holds it."""
    listing = solvers.Feature.LIST in solver.features and (case.task != "count" or case.up_to_symmetry)
    solver.warm_up(problem, listing)
    if case.task == "certify":
        from danceoff.experiments.certificates.certify import warm_up

        warm_up(listing)


def _list(case: Case, instance: Instance, search: solvers.Search, tally: Tally, show: Show | None) -> dict[str, str]:
    """Walk through the covers and check every one, in bulk; fingerprints are in the numbering of the root problem."""
    tally.fingerprint, repeats, status = Fingerprint(), Repeats(), "complete"
    for batch in tally.clock.timing(iter(search.batches())):
        if case.limit and tally.covers + len(batch) > case.limit:
            batch = batch.select(np.arange(len(batch)) < case.limit - tally.covers)
        lifted, _, wrong = _taken(instance, batch, tally, repeats)
        _tell_pictures(instance, lifted, tally.covers - len(lifted), show, tally.tell)
        if wrong:
            return {"status": "wrong", "detail": wrong}
        if case.limit and tally.covers >= case.limit:
            status = "complete" if case.task == "first" else "limit"
            break
    return _ended(search, repeats, status)


def _in_parts(
    case: Case, instance: Instance, search: PartsSearch, tally: Tally, checkpoint: Checkpoint, show: Show | None
) -> dict[str, str]:
    """Walk as `_list` and `_count` do, but only the parts that the checkpoint lacks; add each part when it ends."""
    repeats, at_work, listing = Repeats(), defaultdict[int, PartTotals](PartTotals), case.task == "enumerate"
    done = checkpoint.read()
    tally.begin_with(done.values(), listing)
    search.left = [number for number in range(len(search.parts)) if number not in done]
    for report in (tally.clock.timing if listing else tally.clock.throughout)(search.walk(listing)):
        part = at_work[report.part]
        if report.is_done:
            checkpoint.append(report.part, replace(part, cpu_s=report.cpu_s, elapsed_s=tally.search_s))
        elif report.covers is None:
            part.covers += report.n_covers
            tally.add(report.n_covers)
        else:
            lifted, fingerprint, wrong = _taken(instance, report.covers, tally, repeats)
            part.add(len(lifted), fingerprint)
            _tell_pictures(instance, lifted, tally.covers - len(lifted), show, tally.tell)
            if wrong:
                return {"status": "wrong", "detail": wrong}
    n_before = sum(part.covers for part in done.values()) if case.task == "enumerate" else 0
    not_compared = f"the {n_before} covers of an earlier run were not compared with these" if n_before else ""
    return _ended(search, repeats, "complete", not_compared)


def _ended(search: solvers.Search, repeats: Repeats, status: str, not_compared: str = "") -> dict[str, str]:
    """How a list ended that has no cover that is wrong by itself."""
    if repeats.found():
        return {"status": "wrong", "detail": _TWICE}
    return {"status": status, "detail": "; ".join(filter(None, (search.choice, repeats.left_out, not_compared)))}


def _taken(instance: Instance, batch: Covers, tally: Tally, repeats: Repeats) -> tuple[Covers, Fingerprint, str]:
    """Check and count a batch: its covers in the numbering of the root problem, and what is wrong with it."""
    good = check(instance.problem, batch)
    lifted = instance.problem.lift(batch.select(good))
    lanes = keys(lifted)
    fingerprint = Fingerprint.of_keys(lanes)
    tally.checked += len(batch)
    tally.fingerprint = (tally.fingerprint or Fingerprint()) + fingerprint
    tally.add(len(lifted))
    is_repeated = repeats.add(lanes)
    if not good.all():
        return lifted, fingerprint, f"options {_first_of(batch.select(~good))} are not a cover"
    return lifted, fingerprint, _TWICE * is_repeated


def _orbits(case: Case, instance: Instance, search: OrbitSearch, tally: Tally, show: Show | None) -> dict[str, str]:
    """Walk through one cover of each orbit; check and fingerprint all that are like it. The limit is one of orbits."""
    tally.fingerprint, tally.orbits, repeats, status = Fingerprint(), 0, Repeats(), "complete"
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
        representatives = instance.problem.lift(batch)
        _tell_pictures(instance, representatives, tally.orbits - len(batch), show, tally.tell)
        if repeats.add(keys(representatives)):
            return {"status": "wrong", "detail": _TWICE}
        if case.limit and tally.orbits >= case.limit:
            status = "complete" if case.task == "first" else "limit"
            break
    else:
        if contradiction := search.contradiction():
            return {"status": "wrong", "detail": contradiction}
    return _ended(search, repeats, status)


def _tell_pictures(instance: Instance, covers: Covers, n_before: int, show: Show | None, tell: Tell) -> None:
    """Send the pictures, or the options, of covers that are given in the numbering of the root problem."""
    if show and show.options and len(covers):
        tell(options=list(covers))
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
    for n_covers in tally.clock.throughout(iter(search.increments())):
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


def main() -> None:
    """Read the case, work on it, and turn every end it can come to into a status."""
    descriptor, page = map(int, sys.argv[1:3])
    os.set_inheritable(descriptor, False)
    asked = json.loads(sys.stdin.read())
    with os.fdopen(descriptor, "w", encoding="utf-8") as parent:

        def tell(**columns: Any) -> None:
            parent.write(json.dumps(exact_as_text(columns)) + "\n")
            parent.flush()

        try:
            checkpoint = asked["checkpoint"] and Path(asked["checkpoint"])
            show = asked["show"] and Show(**asked["show"])
            tell(worker=os.getpid())
            clock = Clock(mmap.mmap(page, SIZE))
            work(Case(**asked["case"]), show, tell, Path(asked["certificate"]), checkpoint, clock)
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
