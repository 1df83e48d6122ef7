"""Certificates in files: make, describe and check them."""

import os
import warnings
from pathlib import Path

from danceoff.asking.ask import Ask
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.whole_file import whole_path
from danceoff.experiments.run.one_case.child import run_case
from danceoff.problems.certificate import Budget, Verdict, check_certificate
from danceoff.problems.model.digits import decimal
from danceoff.problems.sources import read


def certify_into(case: Ask, file: Path) -> Row:
    """Run a case of task `certify`; afterwards the file contains the whole certificate, or is unchanged.

    Raises BadInput if the case cannot be run and OSError if the file cannot be written.
    """
    with whole_path(file) as unfinished:
        row = run_case(case, certificate=unfinished)
        if not row.certificate:
            os.truncate(unfinished, 0)
    return row


def sentence(row: Row, file: Path) -> str:
    """Return the result of the case in one line."""
    covers = f"{decimal(row.covers)} cover{'' if row.covers == 1 else 's'}"
    if not row.certificate:
        if row.status == "complete":
            return f"danceoff: {row.problem}: {covers}, {row.detail}"
        reason = row.detail or ("the time limit is reached" if row.status == "timeout" else "")
        return f"danceoff: {row.problem}: no certificate: {row.status}: {reason}"
    if row.question.by_cost and row.cost is not None:
        covers = f"the best cover costs {row.shown_cost(row.cost)}"
    size = f"{(row.certificate_bytes or 0) / 1000:.1f} kB"
    took = f"made in {row.certify_s or 0.0:.2f} s, checked in {row.check_s or 0.0:.2f} s"
    if row.certificate == "none":
        return f"{file}: at least {covers}, a list without a proof, {size}, {took}"
    trace = "trace" if row.certificate == "best" else row.certificate
    steps = (
        f"{row.certificate_steps} {'item' if trace == 'weights' else 'step'}{'' if row.certificate_steps == 1 else 's'}"
    )
    return f"{file}: {covers}, {trace} of {steps}, {size}, {took}{_published(row)}"


def _published(row: Row) -> str:
    """Return in words whether the answer agrees with the published one; empty if none is published."""
    is_best = row.question.by_cost
    published, found = (row.published_cost, row.cost) if is_best else (row.published, row.covers)
    if published is None:
        return ""
    shown = row.shown_cost(published) if is_best else published
    return "; as published" if published == found else f"; DISAGREES with the {shown} published"


def checked(source: str, file: Path, budget: Budget, maximise: bool) -> Verdict:
    """Check a certificate for the problem of this name or file.

    maximise: whether the certificate is about the covers of greatest cost; default: False.

    Raises InvalidCertificate if the certificate does not show what it claims, NotChecked if checking would exceed the
    budget, InvalidProblem for the problem and OSError for the file.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # running the case shows them
        problem = read(source).problem
    return check_certificate(problem.maximised() if maximise else problem, file, budget)
