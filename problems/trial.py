"""Tries the import of a plug-in in a process of its own first: it may end the process that imports it, or never end.

Only the command line tries imports, to report their faults in one line; Python code imports at its own risk.
"""

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module

LIMIT_S = 20.0
_SILENT_S = 2.0
_CAME_BACK = 93  # exit code

notice: Callable[[str], None] | None = None
"""Says a line to the user who waits; None if no import is to be tried."""


def fault(target: str) -> str:
    """Return why this process must not import a module, or a file of Python; empty if it may.

    An import that raises an exception is allowed: this process can catch it.
    """
    return _fault(target) if notice else ""


@cache
def _fault(target: str) -> str:
    import json
    import signal
    import subprocess
    import sys

    path = "import json, sys; sys.path[:] = json.loads(sys.argv[2]); "
    code = f"{path}from danceoff.problems.trial import attempt; attempt()"
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(
        [sys.executable, "-c", code, target, json.dumps(sys.path)],
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        start_new_session=True,
    )
    try:
        try:
            ended = process.wait(_SILENT_S)
        except subprocess.TimeoutExpired:
            if notice:
                notice(f"importing {target}, which is given {LIMIT_S:.0f} s")
            ended = process.wait(LIMIT_S - _SILENT_S)
    except subprocess.TimeoutExpired:
        return f"its import has not ended after {LIMIT_S:.0f} s"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    if ended == _CAME_BACK:
        return ""
    return f"its import ends the process ({in_words(ended)})"


def in_words(code: int) -> str:
    """Return how a process ended: by a signal, of which few real-time ones have names, or with an exit code."""
    import signal

    names = {one.value: one.name for one in signal.Signals}
    return f"killed by {names.get(-code, f'signal {-code}')}" if code < 0 else f"exit code {code}"


def attempt() -> None:
    """Import the module or file that the first argument of this process names, and end as `fault` expects."""
    import signal
    import sys
    from runpy import run_path

    signal.alarm(2 * round(LIMIT_S))  # the process that waits for the import may be killed
    try:
        if sys.argv[1].endswith(".py"):
            run_path(sys.argv[1], run_name="danceoff_plugin")
        else:
            import_module(sys.argv[1])
    except Exception:  # noqa: BLE001 - `fault` says what counts
        pass
    os._exit(_CAME_BACK)
