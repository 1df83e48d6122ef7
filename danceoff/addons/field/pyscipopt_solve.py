"""The child process of the backend pyscipopt: it makes SCIP's model, and sends reports while it searches."""

from math import ceil
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

import pyscipopt
from pyscipopt import SCIP_EVENTTYPE, SCIP_RESULT

from danceoff.problems import Cover, Covers, ExactCover, check
from danceoff.problems.formats.linear import constraints
from danceoff.solvers.base import Improvement
from danceoff.solvers.engines.net_costs import in_units
from danceoff.solvers.together.child import Report

_PATIENCE_S = 0.05
_LAST = -9_999_999  # the priority of a handler that is asked once all others are satisfied
_HALF = 0.5  # costs are whole: half a unit keeps apart what doubles may blur


def _stated(problem: ExactCover, blocked: list[Cover]) -> tuple[Any, list[Any]]:
    """Return the model and the variables of the options."""
    model = pyscipopt.Model()
    model.hideOutput()
    rows, n_variables = constraints(problem, blocked)
    variables = [model.addVar(vtype="B") for _ in range(n_variables)]
    for row in rows:
        if row.terms:
            total = pyscipopt.quicksum(times * variables[k - 1] for times, k in row.terms)
            least, most = (-model.infinity() if row.least is None else row.least), row.most
            model.addCons(total >= least if most is None else pyscipopt.scip.ExprCons(total, least, most))
    return model, variables[: problem.n_options]


def _keep_all_solutions(model: Any) -> None:
    model.setParamsCountsols()
    model.setParam("presolving/implint/maxrounds", 0)  # else it relaxes variables that others do not fix
    model.setParam("nodeselection/dfs/stdpriority", 536870911)  # few open nodes


def list_all(pipe: Connection, problem: ExactCover, blocked: list[Cover]) -> None:
    """Send each cover."""
    model, options = _stated(problem, blocked)
    _keep_all_solutions(model)
    model.setParam("constraints/countsols/active", False)
    model.includeConshdlr(
        _Covers(pipe, problem, options), "covers", "", enfopriority=_LAST, chckpriority=_LAST, needscons=False
    )
    model.optimize()
    _end(pipe, model, "infeasible")


def count(pipe: Connection, problem: ExactCover, blocked: list[Cover]) -> None:
    """Send, now and then, how many covers were counted since the last report."""
    model, _ = _stated(problem, blocked)
    _keep_all_solutions(model)
    model.setParam("constraints/countsols/sparsetest", False)
    model.setParam("constraints/countsols/sollimit", -1)
    progress = _Progress(pipe)
    model.includeEventhdlr(progress, "progress", "")
    model.count()
    progress.send()
    _end(pipe, model, "infeasible")


def improve(pipe: Connection, problem: ExactCover, blocked: list[Cover]) -> None:
    """Send better and better covers, and bounds."""
    model, options = _stated(problem, blocked)
    cost, unit = in_units(problem)
    model.setObjective(pyscipopt.quicksum(own * option for own, option in zip(cost, options, strict=True) if own))
    for name, value in {"limits/absgap": _HALF, "numerics/feastol": 1e-9, "numerics/dualfeastol": 1e-9}.items():
        model.setParam(name, value)
    model.includeEventhdlr(_Improvements(pipe, options, unit), "improvements", "")
    model.optimize()
    _end(pipe, model, "infeasible", "optimal", "gaplimit")


def _end(pipe: Connection, model: Any, *expected: str) -> None:
    if model.getStatus() not in expected:
        raise RuntimeError(f"pyscipopt ended with status {model.getStatus()}")
    pipe.send(Report(is_done=True))


def _chosen(model: Any, solution: Any, options: list[Any]) -> Cover:
    return tuple(k for k, option in enumerate(options) if model.getSolVal(solution, option) > _HALF)


def _is_presolved(model: Any) -> bool:
    """Return whether presolving has fixed all variables; SCIP then reports its only solution twice, if there is one."""
    return bool(model.getNVars() == 0)


class _Covers(pyscipopt.Conshdlr):  # type: ignore[misc]
    """Sends each solution of a node in which every variable is fixed, and calls it infeasible."""

    def __init__(self, pipe: Connection, problem: ExactCover, options: list[Any]) -> None:
        self.pipe, self.problem, self.options = pipe, problem, options
        self.is_settled = False

    def _look(self, solinfeasible: bool) -> dict[str, int]:
        if solinfeasible or self.model.getPseudoBranchCands()[1]:
            return {"result": SCIP_RESULT.INFEASIBLE}  # SCIP branches
        self._send(_chosen(self.model, None, self.options))
        return {"result": SCIP_RESULT.CUTOFF}

    def _send(self, cover: Cover) -> None:
        if not self.is_settled:
            self.pipe.send(Report(note=(self.model.getNTotalNodes(), cover)))
        self.is_settled = _is_presolved(self.model)

    def consenfolp(self, _constraints: Any, _n_useful: int, solinfeasible: bool) -> dict[str, int]:
        return self._look(solinfeasible)

    def consenfops(self, _constraints: Any, _n_useful: int, solinfeasible: bool, _: bool) -> dict[str, int]:
        return self._look(solinfeasible)

    def conscheck(self, _constraints: Any, solution: Any, *_: bool) -> dict[str, int]:
        if _is_presolved(self.model):  # there may be no nodes
            cover = _chosen(self.model, solution, self.options)
            if check(self.problem, Covers.of([cover]))[0]:
                self._send(cover)
        return {"result": SCIP_RESULT.INFEASIBLE}

    def conslock(self, _constraint: Any, locktype: int, n_up: int, n_down: int) -> None:
        for option in self.options:
            self.model.addVarLocksType(option, locktype, n_up + n_down, n_up + n_down)


class _Progress(pyscipopt.Eventhdlr):  # type: ignore[misc]
    """Sends now and then how many solutions SCIP has counted since the last message."""

    def __init__(self, pipe: Connection) -> None:
        self.pipe, self.n_sent, self.sent_at = pipe, 0, monotonic()

    def eventinit(self) -> None:
        self.model.catchEvent(SCIP_EVENTTYPE.NODESOLVED, self)

    def eventexec(self, _event: Any) -> None:
        if monotonic() - self.sent_at > _PATIENCE_S:
            self.send()

    def send(self) -> None:
        n_covers = self.model.getNCountedSols()
        if _is_presolved(self.model):
            n_covers = min(n_covers, 1)
        self.pipe.send(Report(note=(self.model.getNTotalNodes(), n_covers - self.n_sent)))
        self.n_sent, self.sent_at = n_covers, monotonic()


class _Improvements(pyscipopt.Eventhdlr):  # type: ignore[misc]
    """Sends each better cover, and each bound that is better by a unit or more."""

    def __init__(self, pipe: Connection, options: list[Any], unit: int) -> None:
        self.pipe, self.options, self.unit, self.bound = pipe, options, unit, -(2**62)

    def eventinit(self) -> None:
        self.model.catchEvent(SCIP_EVENTTYPE.BESTSOLFOUND | SCIP_EVENTTYPE.NODESOLVED, self)

    def eventexec(self, event: Any) -> None:
        if event.getType() == SCIP_EVENTTYPE.BESTSOLFOUND:
            self._send(Improvement(_chosen(self.model, self.model.getBestSol(), self.options)))
        elif abs(dual := self.model.getDualbound()) < self.model.infinity() and ceil(dual - _HALF) > self.bound:
            self.bound = ceil(dual - _HALF)
            self._send(Improvement(bound=self.bound * self.unit))

    def _send(self, improvement: Improvement) -> None:
        self.pipe.send(Report(note=(self.model.getNTotalNodes(), improvement)))
