"""danceoff on Windows, simulated: each interpreter lacks what Python lacks there (support/windows/sitecustomize.py)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

NEEDS = "needs Linux or macOS, for it stops other programs by their process groups: use WSL on Windows"
PATH = os.pathsep.join([str(Path(__file__).parent / "support" / "windows"), *filter(None, sys.path)])
EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
SOLVED = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
NEEDING = ("contract dlx", "demo", "run smoke", "serve")
ENTRY = """
[programs.mine]
command = ["python3", "{file}"]
input = "knuth"
output = "count"
"""
FEW = """
print(danceoff.solve("queens/6").n_covers, len(list(danceoff.covers("queens/6"))), danceoff.count("queens/6"))
for refused in (
    lambda: danceoff.count("queens/6", isolate=True),
    lambda: danceoff.run("smoke"),
    lambda: danceoff.load("entry.toml:mine"),
):
    try:
        refused()
    except (ValueError, danceoff.MissingBackend) as error:
        print(error)
"""
MORE = """
for solver in ("dlx", "bits", "counter", "sat", "cpsat"):
    print(danceoff.count("queens/6", solver=solver))
print(danceoff.solve("queens/6", solver="learn", limit=1).n_covers)
print(danceoff.best("services/8x20-1").cost)
"""
CHILDREN = """
print("top")
from danceoff.processes import descendants
descendants._ARE_LISTED = False
print([danceoff.best("services/8x20-1", solver=name).cost for name in ("auto", "highs")])
print([danceoff.count("queens/6", solver=name) for name in ("race:of=dlx+bits", "parts:jobs=2")])
print(danceoff.explain("domino/3x3").is_smallest, descendants.descendants())
"""


@pytest.fixture
def on_windows(tmp_path):
    """Run Python there, in an empty folder."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": PATH}
        return subprocess.run(
            [sys.executable, *arguments], capture_output=True, text=True, env=environment, cwd=tmp_path
        )

    return run


def test_the_simulation_lacks_what_windows_lacks(on_windows):
    assert "'os' has no attribute 'fork'" in on_windows("-c", "import os; os.fork()").stderr
    assert "import of fcntl halted" in on_windows("-c", "import fcntl").stderr


REFUSED = [f"{what} {NEEDS}" for what in ("isolate=True", "danceoff.run", "solver entry.toml:mine")]


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (FEW, ["4 4 4", *REFUSED]),
        pytest.param(MORE, ["4", "4", "4", "4", "4", "1", "162"], marks=pytest.mark.slow),
        pytest.param(CHILDREN, ["top", "[162, 162]", "[4, 4]", "True []"], marks=pytest.mark.slow),
    ],
)
def test_the_library_answers_and_refuses_what_needs_groups_of_processes(on_windows, tmp_path, script, said):
    (tmp_path / "entry.toml").write_text(ENTRY)
    done = on_windows("-c", f"import danceoff{script}")
    assert (done.stdout.splitlines(), done.stderr) == (said, "")


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        *((command, 2, f"danceoff {command.split()[0]} {NEEDS}") for command in NEEDING),
        ("solve queens/6 --task count", 0, "4 covers in "),
        pytest.param("solve services/8x20-1 --task best", 0, "cost 162 (proven optimal) in ", marks=pytest.mark.slow),
        ("solve queens/16 --task count --solver algorithm-x --time-limit 0.2", 3, "time limit reached after "),
        ("solve queens/6 --cpu-limit 1", 2, f"a limit on CPU time or memory {NEEDS}"),
        ("solve queens/6 --pin 0", 2, "pin: this system cannot pin a process to cores"),
        ("solve queens/6 --solver dlx:n=1", 2, "unknown option 'n=1'; it has none"),
    ],
)
def test_solve_runs_its_case_in_its_own_process_and_what_needs_groups_is_refused(on_windows, command, code, words):
    done = on_windows("-m", "danceoff", *command.split())
    assert done.returncode == code, done
    assert words in done.stdout + done.stderr
    assert code != 2 or (done.stdout, done.stderr.count("\n")) == ("", 1)


def test_a_certificate_and_the_answers_to_a_list_are_written(on_windows, tmp_path):
    (tmp_path / "two.sdk").write_text(f"{EULER}\n{'.' * 81}\n")
    made = on_windows("-m", "danceoff", "certify", "queens/6", "-o", "proof.txt")
    answered = on_windows("-m", "danceoff", "solve", "two.sdk", "--task", "unique", "--solver", "algorithm-x")
    assert made.stdout.startswith("proof.txt: 4 covers, trace of "), made
    assert answered.stdout.splitlines() == [SOLVED, "at least two covers"], answered
