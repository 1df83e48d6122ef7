"""What comes before the clock: the solvers that start equally long share a line."""

import subprocess
import sys

from builders.startup import startup
from rows import row


def test_solvers_are_grouped_by_the_median_of_their_starts():
    started = [("dlx", 0.14), ("dlx", 0.11), ("dlx", 4.0), ("sat", 0.06), ("peer-xcover", 10.0), ("sat", None)]
    rows = [row(solver, startup_s=seconds) for solver, seconds in started]
    assert startup(rows).splitlines()[2:] == [
        "| 0.1 s | dlx, sat |",
        "| 10.0 s | peer-xcover |",
    ]


def test_a_search_imports_no_numpy():
    """`np.unique` imports numpy.ma when it is first called."""
    code = (
        "import sys; from danceoff.asking.ask import Ask; from danceoff.experiments.run.one_case import worker\n"
        "before = set()\n"
        "def send(**answer):\n"
        "    if 'ready' in answer: before.update(sys.modules)\n"
        "    if 'status' in answer: print(answer['status'], *(m for m in {*sys.modules} - before if 'numpy' in m))\n"
        "worker.work(Ask('queens/5', 'algorithm-x', 'enumerate'), None, send)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["complete"]
