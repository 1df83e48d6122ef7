"""Tasks `certify` and `certify-best`: run a solver, write a certificate of its answer, and check the certificate."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from danceoff.experiments.plans.case import Case
from danceoff.experiments.results.digits import decimal
from danceoff.experiments.run.one_case.clock import Clock
from danceoff.experiments.run.one_case.messages import Columns
from danceoff.experiments.run.one_case.totals import Totals
from danceoff.problems import Cover, ExactCover
from danceoff.problems.certificate import InvalidCertificate, NotChecked, Verdict, check_certificate
from danceoff.solvers import Search
from danceoff.solvers.certify import (
    Incomplete,
    KeepsLog,
    NotBest,
    OutOfBounds,
    Steps,
    recorded,
    recorded_best,
    write_best,
    write_list,
    write_trace,
)


def certify(case: Case, problem: ExactCover, search: Search, totals: Totals, lists: bool, path: Path) -> Columns:
    """Return the columns of the row: status, certificate, and the costs of search and certificate.

    A list of covers is certified by a proof that it is complete, or without one if the limit of the case stopped it; a
    count is certified by a trace. The proof is the log of the search if it keeps one, and by SAT otherwise. An answer
    whose certificate would be too large is complete and has none.
    """
    log = search.keep_log(problem.covers_may_nest) if lists and isinstance(search, KeepsLog) else None
    covers = _listed(case, search, totals) if lists else _counted(search, totals)
    complete = not lists or not case.limit or len(covers) <= case.limit
    columns = totals.columns()
    totals.send(**columns, searched=True)
    certified = _made_and_checked(problem, covers[: case.limit] if lists else None, complete, log, totals, path)
    return {"search_s": columns["search_s"], "cpu_s": columns["cpu_s"], **certified}


def _made_and_checked(
    problem: ExactCover, covers: list[Cover] | None, complete: bool, log: Steps | None, totals: Totals, path: Path
) -> Columns:
    """Makes the certificate, of these covers or of a count, and checks it."""
    searched_s, checking = totals.search_s, Clock()
    status, counted = "complete" if complete else "limit", decimal(totals.covers)
    try:
        with totals.clock.running():
            if covers is None:
                write_trace(path, problem, recorded(problem))
            else:
                write_list(path, problem, covers, complete, log)
        with checking.running():
            verdict = check_certificate(problem, path)
    except Incomplete:
        return {"status": "wrong", "detail": f"there are more covers than the {counted} that were listed"}
    except InvalidCertificate as error:
        return {"status": "wrong", "detail": f"a certificate of the {counted} covers does not hold: {error}"}
    except (NotChecked, OutOfBounds) as error:
        totals.covers = totals.covers if covers is None else len(covers)
        return {"status": status, "detail": f"not certified: {error}"}
    if complete and verdict.count != totals.covers:
        certified = decimal(verdict.count)
        return {"status": "wrong", "detail": f"{certified} covers are certified, {counted} were counted"}
    totals.covers = verdict.count
    return {"status": status, **_columns(verdict, path, totals.search_s - searched_s, checking.wall_s)}


def certify_best(problem: ExactCover, cheapest: Cover | None, totals: Totals, path: Path) -> Columns:
    """Return the columns of a certificate that no cover is cheaper than this one; None says that there is no cover."""
    columns = totals.columns()
    totals.send(**columns, searched=True)
    checking = Clock()
    try:
        with totals.clock.running():
            if cheapest is None:
                write_trace(path, problem, recorded(problem))
            else:
                write_best(path, problem, recorded_best(problem, cheapest))
        with checking.running():
            verdict = check_certificate(problem, path)
    except NotBest as error:
        certified: Columns = {"status": "wrong", "detail": str(error)}
    except InvalidCertificate as error:
        certified = {"status": "wrong", "detail": f"a certificate of the optimum does not hold: {error}"}
    except (NotChecked, OutOfBounds) as error:
        certified = {"detail": f"not certified: {error}"}
    else:
        certified = _columns(verdict, path, totals.search_s - columns["search_s"], checking.wall_s)
        if verdict.count != totals.covers:
            certified = {"status": "wrong", "detail": f"there are {decimal(verdict.count)} covers, and none was found"}
    return {"search_s": columns["search_s"], "cpu_s": columns["cpu_s"], **certified}


def _columns(verdict: Verdict, path: Path, certify_s: float, check_s: float) -> Columns:
    return {
        "certificate": verdict.kind,
        "certificate_steps": verdict.n_steps,
        "certificate_bytes": path.stat().st_size,
        "certify_s": certify_s,
        "check_s": check_s,
    }


def warm_up(listing: bool) -> None:
    """Certifies a tiny problem, so that no measured time includes imports, loading or compilation."""
    problem = ExactCover.from_options([["item"]], ["item"], cost=[1])
    with TemporaryDirectory(prefix="danceoff-") as scratch:
        path = Path(scratch) / "certificate"
        if listing:
            write_list(path, problem, [(0,)], complete=True)
        else:
            write_trace(path, problem, recorded(problem))
        check_certificate(problem, path)
        write_best(path, problem, recorded_best(problem, (0,)))


def _listed(case: Case, search: Search, totals: Totals) -> list[Cover]:
    """Return all covers, or one more than the limit."""
    covers: list[Cover] = []
    for batch in totals.clock.timing(iter(search.batches())):
        covers += batch
        totals.add(len(batch))
        if case.limit and len(covers) > case.limit:
            break
    return covers


def _counted(search: Search, totals: Totals) -> list[Cover]:
    """Lets the solver count; the list stays empty."""
    totals.count(search.increments())
    return []
