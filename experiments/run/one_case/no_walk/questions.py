"""Answers what is asked about all covers at once, from their diagram; draws covers without one if asked to."""

from __future__ import annotations

from collections.abc import Iterable

from danceoff.experiments import BadInput
from danceoff.experiments.plans.case import DIAGRAM, SHUFFLED, Case, Show
from danceoff.experiments.run.one_case.messages import Columns
from danceoff.experiments.run.one_case.pictures import send_pictures
from danceoff.experiments.run.one_case.reporter import Reporter
from danceoff.problems import Covers, ExactCover, check
from danceoff.problems.instance import Instance
from danceoff.problems.model.digits import decimal, whole
from danceoff.problems.model.naming import no_cover
from danceoff.solvers.engines import diagram
from danceoff.solvers.questions.shuffled import ENGINE, random_covers
from danceoff.solvers.table import load

_DEFAULTS = {"memory_mb": 2048, "seed": 1, "repeats": 1, "first": 0, "end": 1}
"""The options of the diagram: its most MB, the seed of random covers and whether they may come again, and the numbers
of the covers to show."""

_MOST_MB = 10**12


def answer(case: Case, instance: Instance, show: Show | None, reporter: Reporter) -> Columns:
    """Make the diagram of all covers, and answer the task from it; returns the columns that the totals do not have.

    Raises BadInput if the case asks for covers that there are not, or for what does not go with its task.
    """
    if case.up_to_symmetry or case.maximise:
        raise BadInput(f"task {case.task} goes neither with --up-to-symmetry nor with --maximise")
    if case.task == "options" and show and show.svg and not instance.board.is_drawn:
        raise BadInput(f"{case.problem}: a problem without a board has no heat map; leave out --svg")
    asked = _read(case)
    if case.solver.partition(":")[0] == SHUFFLED:
        return _approximate(case, asked, instance, show, reporter)
    diagram.warm_up()
    reporter.send(ready=True, solver=case.solver, prepare_s=0.0)  # to make the diagram is to search
    try:
        with reporter.totals.clock.running():
            made = diagram.diagram(instance.problem, asked["memory_mb"])
            count = made.count
    except MemoryError as error:
        if case.task == "options" and instance.problem.max_cost is None:
            return _settled(instance.problem, reporter, f"{error}: --solver {DIAGRAM}:memory_mb=N")
        instead = ", or draw by --approximate" if case.task == "sample" else ""
        return {"status": "memory", "detail": f"{error}: --solver {DIAGRAM}:memory_mb=N{instead}"}
    if case.task == "options":
        return _options(instance, made, show, reporter)
    if case.task == "sample":
        n = (case.limit or 1) if count else 0
        if not asked["repeats"] and count < n:
            raise _too_few(case, count)
        batches = diagram.samples(made, n, asked["seed"], bool(asked["repeats"]))
        detail = f"drawn from {decimal(count)}, all equally likely"
    else:
        if asked["end"] > count:
            numbers = f"only the numbers 0 to {decimal(count - 1)}" if count else "no numbers, for there are none"
            raise BadInput(f"{case.problem}: its covers have {numbers}")
        batches = diagram.covers_from(made, asked["first"], asked["end"])
        detail = f"from number {decimal(asked['first'])} of {decimal(count)}"
    return _shown(instance, reporter.totals.clock.timing(iter(batches)), show, reporter) or {
        "status": "complete",
        "detail": detail if count else "",
    }


def _approximate(
    case: Case, asked: dict[str, int], instance: Instance, show: Show | None, reporter: Reporter
) -> Columns:
    """Draw covers by shuffled searches."""
    n = case.limit or 1
    load(ENGINE).warm_up(instance.problem, listing=True)
    reporter.send(ready=True, solver=case.solver, prepare_s=0.0)
    drawn = random_covers(instance.problem, n, asked["seed"], bool(asked["repeats"]))
    wrong = _shown(instance, (Covers.of([cover]) for cover in reporter.totals.clock.timing(drawn)), show, reporter)
    if wrong:
        return wrong
    if 0 < reporter.totals.covers < n:
        raise _too_few(case, reporter.totals.covers)
    detail = "drawn by shuffled searches: not all are equally likely"
    return {"status": "complete", "detail": detail if reporter.totals.covers else ""}


def _too_few(case: Case, count: int) -> BadInput:
    return BadInput(f"{case.problem}: {case.limit} different covers cannot be drawn: there are only {decimal(count)}")


def _read(case: Case) -> dict[str, int]:
    """Read the options of what stands for the solver of a case: `diagram[:option=value,...]`."""
    asked = dict(_DEFAULTS)
    _, _, options = case.solver.partition(":")
    given: set[str] = set()
    for pair in options.split(",") if options else []:
        key, _, text = pair.partition("=")
        if key not in asked or key in given:
            raise BadInput(f"solver {DIAGRAM}: unknown or repeated option {pair[:40]!r}; there is memory_mb")
        try:
            asked[key] = whole(text)
        except ValueError as error:
            raise BadInput(f"solver {DIAGRAM}: option {key}: {error}") from None
        given.add(key)
    if not 1 <= asked["memory_mb"] <= _MOST_MB:
        raise BadInput(f"solver {DIAGRAM}: option memory_mb must be from 1 to {_MOST_MB}")
    return asked


def _shown(instance: Instance, batches: Iterable[Covers], show: Show | None, reporter: Reporter) -> Columns | None:
    """Check and send covers; returns the columns that say what is wrong with them, if anything is."""
    for batch in batches:
        good = check(instance.problem, batch)
        reporter.totals.checked += len(batch)
        if not good.all():
            wrong = next(iter(batch.select(~good)))
            return {"status": "wrong", "detail": no_cover(instance.problem.option_names, wrong)}
        if show:
            send_pictures(instance, instance.problem.lift(batch), reporter.totals.covers, show, reporter.send)
        reporter.totals.add(len(batch))
        reporter.found()
    return None


def _options(instance: Instance, made: diagram.Diagram, show: Show | None, reporter: Reporter) -> Columns:
    """Send how many covers hold each option, and the heat map if it is asked for."""
    problem = instance.problem
    with reporter.totals.clock.running():
        counts = diagram.counts_of_options(made)
    reporter.totals.covers = made.count
    numbers = problem.origin.tolist()
    reporter.send(held=[(numbers[k], _name(problem, k), decimal(count)) for k, count in enumerate(counts)])
    if show and show.svg and made.count:
        reporter.send(svg=instance.heat_map(counts, made.count))
    n_all, n_none = (made.count > 0) * counts.count(made.count), counts.count(0)
    return {"status": "complete", "detail": f"{n_all} of {len(counts)} options are in all, {n_none} in none"}


def _settled(problem: ExactCover, reporter: Reporter, why: str) -> Columns:
    """Send which options are in all covers, in some or in none, where the diagram has no room; why: says so."""
    from danceoff.solvers.questions.backbone import Settling

    numbers, settling = problem.origin.tolist(), Settling(problem)
    for options in reporter.totals.clock.timing(settling.settle()):
        if settling.has_cover is False:
            reporter.send(held=[(numbers[k], _name(problem, k), "0") for k in options])
            return {"status": "complete", "detail": f"by SAT, for {why}"}
        if options:
            reporter.send(settled=[(numbers[k], _name(problem, k), settling.held[k].value) for k in options])
    return {"status": "memory", "detail": why}


def _name(problem: ExactCover, option: int) -> str:
    """The name of an option, or else its items."""
    if problem.option_names:
        return str(problem.option_names[option])
    return " ".join(problem.entry_name(item, colour) for item, colour in problem.entries_of(option))
