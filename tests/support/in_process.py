"""Every command of danceoff in this process, cases too: errors of ours come through, and nothing waits for a child."""

import io
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput, cli
from danceoff.experiments.results.record import COLUMNS, Row
from danceoff.experiments.run import local as running
from danceoff.experiments.run.one_case import child, worker
from danceoff.experiments.run.one_case.messages import Incoming, Show, to_bytes, unanswered
from danceoff.problems import InvalidProblem
from danceoff.solvers import MissingBackend, UnsupportedProblem
from danceoff.solvers.together import auto, beginning


def cases_here(monkeypatch) -> None:
    """Run the cases of all commands by run_here, as if no engine was loaded before."""
    for module in (auto, beginning):
        monkeypatch.setattr(module, "is_awake", lambda: False)
    for module in (child, running):
        monkeypatch.setattr(module, "run_case", run_here)


def run_here(
    case: Ask, watch: Callable[[dict[str, object]], None] = lambda _message: None, show: Show | None = None, **_: object
) -> Row:
    """As run_case, in this process, and an error that is ours is not caught."""
    columns: dict[str, object] = {}

    def send(**more: object) -> None:
        (answer,) = Incoming().feed(to_bytes(more))
        columns.update(answer)
        watch(answer)

    try:
        worker.work(case, show, send)
    except UnsupportedProblem as error:
        send(status="unsupported", detail=str(error))
    except MissingBackend as error:
        send(status="missing", detail=str(error))
    except InvalidProblem as error:
        raise BadInput(str(error)) from None
    return replace(unanswered(case, "", ""), **{key: value for key, value in columns.items() if key in COLUMNS})


def command(*arguments: str) -> tuple[int, str]:
    """The exit code and the output; of what cannot be done one line says so."""
    out, err = io.TextIOWrapper(io.BytesIO(), write_through=True), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = cli.main(arguments)
    said = [line for line in err.getvalue().splitlines() if not line.startswith("warning: ")]
    assert code in (0, 2, 3), (arguments, err.getvalue())
    assert code != 2 or len(said) == 1, (arguments, said)
    return code, out.buffer.getvalue().decode()  # type: ignore[attr-defined]
