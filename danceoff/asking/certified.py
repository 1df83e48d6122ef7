"""The walk of tasks `certify` and `certify-best`: it writes a certificate of the answer, and checks the certificate."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from danceoff.asking.clock import Clock
from danceoff.asking.judge import Judge
from danceoff.asking.walks import Asked, added, cheapest
from danceoff.problems import Cover, ExactCover, InvalidProblem
from danceoff.problems.certificate import InvalidCertificate, NotChecked, Verdict, check_certificate
from danceoff.problems.model.digits import decimal
from danceoff.questions.events import Certified, Counted, Ended, Events, Searched
from danceoff.questions.question import CERTIFICATE, OPB
from danceoff.solvers import Search, certify

Writer: TypeAlias = Callable[[Path, ExactCover], Verdict | None]
"""Writes a certificate of a problem; it returns what the certificate is to show if another program is to check it."""


def walk(asked: Asked, search: Search, lists: bool, judge: Judge | None, options: Mapping[str, str]) -> Events:
    """Yield the events of a search whose answer is certified.

    Weights that show that there is no cover are a certificate. A count is certified by a trace. A list of covers is
    certified by a SAT proof that it is complete; a list that stops at the limit of the case has no certificate. If the
    certificate would be too large, there is none, but the answer still is complete.

    judge: keeps the cheapest covers; None if the question is not about them.
    options: those of the case, OPB and CERTIFICATE.
    """
    totals, opb, kept = asked.totals, options.get(OPB), options.get(CERTIFICATE)
    write: Writer = _write_trace
    if opb:  # where no clock runs
        from danceoff.solvers.certify.veripb import write_veripb  # late: PySAT's solvers, for few certificates
    if judge:
        for event in cheapest(asked, search, judge):
            if isinstance(event, Ended) and event.status == "complete":
                yield Searched()
                best = [cover for _, _, cover in judge.kept.kept]
                if opb:
                    write = partial(write_veripb, opb=Path(opb), covers=best, is_best=True)
                elif best:
                    write = partial(_write_best, cover=best[0])
                yield Certified(_made_and_checked(asked, write, True, kept))
            yield event
        return
    covers: list[Cover] = []
    if lists:
        for batch in asked.timed(iter(search.batches())):
            totals.add(len(asked.cut(batch, totals.covers)))
            covers += batch
            yield Counted()
            if asked.left(len(covers)) < 0:  # there are more covers than the limit
                break
    else:  # a trace is about all covers, whatever the limit
        yield from added(totals, search.increments())
    complete = asked.left(len(covers)) >= 0
    yield Searched()
    if opb:
        write = partial(write_veripb, opb=Path(opb), covers=covers, is_best=False)
    elif search.weights is not None:
        write = partial(certify.write_weights, weights=search.weights)
    elif lists:
        write = partial(certify.write_list, covers=covers[: asked.limit], complete=complete)
    columns = _made_and_checked(asked, write, complete, kept)
    yield Certified(columns)
    yield Ended(columns["status"], search.choice)


def _made_and_checked(asked: Asked, write: Writer, complete: bool, kept: str | None) -> dict[str, Any]:
    """Make the certificate by `write`, and check it, unless `write` returns what another program is to check.

    kept: the file of the certificate; None to delete it.
    """
    totals, searched_s, checking = asked.totals, asked.totals.search_s, Clock()
    status = "complete" if complete else "limit"
    found = decimal(totals.covers)
    with TemporaryDirectory() as scratch:
        path = Path(kept or f"{scratch}/certificate")
        try:
            with totals.clock.running():
                verdict = write(path, asked.problem)
            with checking.running():
                verdict = verdict or check_certificate(asked.problem, path)
        except certify.Incomplete:
            return {"status": "wrong", "detail": f"there are more covers than the {found} that were listed"}
        except (certify.NotBest, InvalidCertificate) as error:
            return {"status": "wrong", "detail": f"there is no certificate of the answer: {error}"}
        except (NotChecked, InvalidProblem, certify.OutOfBounds, OSError) as error:
            return {"status": status, "detail": f"not certified: {error}"}
        if complete and verdict.count != totals.covers:
            return {"status": "wrong", "detail": f"{decimal(verdict.count)} covers are certified, {found} were found"}
        totals.covers = verdict.count
        return {
            "status": status,
            "certificate": verdict.kind,
            "certificate_steps": verdict.n_steps,
            "certificate_bytes": path.stat().st_size,
            "certify_s": totals.search_s - searched_s,
            "check_s": checking.wall_s,
        }


def _write_trace(path: Path, problem: ExactCover) -> None:
    certify.write_walk(path, problem, certify.recorded(problem))


def _write_best(path: Path, problem: ExactCover, cover: Cover) -> None:
    certify.write_walk(path, problem, certify.recorded_best(problem, cover))


def warm_up(listing: bool) -> None:
    """Certify a tiny problem, so that no measured time includes imports, loading or compilation."""
    problem = ExactCover.from_options([["item"]], ["item"], cost=[1])
    with TemporaryDirectory(prefix="danceoff-") as scratch:
        path = Path(scratch) / "certificate"
        if listing:
            certify.write_list(path, problem, [(0,)], complete=True)
        else:
            _write_trace(path, problem)
        check_certificate(problem, path)
        _write_best(path, problem, (0,))
