"""The wheel and the sdist, installed apart from the repository: one top-level name, and nothing of ours is shadowed."""

import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = {
    "timetable.py": "60 timetables\nalgebra: lab at 11\n",
    "matrix_from_scipy.py": "rows 0 3 4\n",
    "puzzle_file.py": "6 ways to fill the box; the first:\naacbbb\n",
    "stream_with_time_limit.py": "ended by ",
}
"""How the output of each example begins."""
ELSEWHERE = {"PATH": "/usr/bin:/bin"}  # no PYTHONPATH
COMPILED = {**ELSEWHERE, "NUMBA_CACHE_DIR": str(ROOT / "solvers" / "__pycache__")}
"""The same, with the kernels that this checkout has compiled."""
PLAN = """tasks = ["count"]
[problems]
tromino = ["2x3"]
[solvers]
dlx = {}
"""
FLOORS = ("problems", "solvers", "experiments")
SCRIPT = """
import danceoff
from danceoff.experiments.cli import main
from danceoff.problems.sources import read
from danceoff.problems.pictures import gallery
from danceoff.solvers import load

assert load("dlx").prepare(read("queens/6").problem).count() == 4
assert read("airline/sppnw41").problem.n_options == 197  # a file of the package
assert gallery.head("a") and gallery.foot("z")  # other files of the package
print(danceoff.__file__)
"""
TYPED = """
from danceoff.solvers import load

count: str = load("dlx")
"""


def build(into: Path) -> tuple[Path, Path]:
    """The wheel, built from the sdist, and the sdist; built from a copy, because setuptools leaves files beside."""
    source = into / "source"
    heavy = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, source, symlinks=True, ignore=heavy)
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(into), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    return next(into.glob("*.whl")), next(into.glob("*.tar.gz"))


def environment(folder: Path, wheel: Path) -> Path:
    """The Python of a new environment with the wheel; libraries, but not danceoff, are those of this one."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True, cwd=folder, env=ELSEWHERE)
    site = sysconfig.get_path("purelib", vars={"base": str(folder)})
    (Path(site) / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")  # its own .pth files are not read
    return python


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder whose own `problems`, `solvers` and `experiments` must not be imported."""
    folder = tmp_path / "hostile"
    for name in FLOORS:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(f"raise RuntimeError('{name} of the user was imported')\n")
    (folder / "script.py").write_text(SCRIPT)
    (folder / "plan.toml").write_text(PLAN)
    return folder


def works(python: Path, folder: Path, *commands: str, where: dict[str, str] = ELSEWHERE) -> str:
    """Run a script and command lines there; where danceoff was found."""
    programs = [(["script.py"], where)]  # which compiles kernels beside the package
    programs += [(["-m", "danceoff", *command.split()], {**COMPILED, **where}) for command in commands]
    how = {"cwd": folder, "capture_output": True, "text": True}
    runs = [subprocess.run([python, *words], env=environment, **how) for words, environment in programs]
    assert [run.returncode for run in runs] == [0] * len(runs), [run.stderr for run in runs]
    return runs[0].stdout


def run_examples(python: Path, folder: Path) -> None:
    folder.mkdir()
    assert sorted(file.name for file in (ROOT / "examples").glob("*.py")) == sorted(EXAMPLES)
    for name, begins in EXAMPLES.items():
        script = (ROOT / "examples" / name).read_text()
        done = subprocess.run([python, "-"], cwd=folder, env=COMPILED, input=script, capture_output=True, text=True)
        if "needs SciPy" not in done.stderr:
            assert (done.returncode, done.stdout[: len(begins)], done.stderr) == (0, begins, ""), name
    assert not list(folder.iterdir())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build(tmp_path_factory.mktemp("dist"))


RUN = "run plan.toml --into results"


def test_the_editable_install_is_not_shadowed(hostile: Path):
    assert Path(works(Path(sys.executable), hostile, RUN).strip()) == ROOT / "danceoff" / "__init__.py"


@pytest.mark.slow
def test_a_wheel_from_the_sdist_has_one_name_and_all_files_and_runs(tmp_path: Path, hostile: Path, built):
    wheel, sdist = built
    files = [Path(name) for name in zipfile.ZipFile(wheel).namelist()]
    assert {file.parts[0] for file in files if not file.parts[0].endswith(".dist-info")} == {"danceoff"}
    assert len(files) == len(set(files))
    with tarfile.open(sdist) as archive:
        held = {Path(*Path(name).parts[1:]) for name in archive.getnames()}
    assert {file for file in files if file.parts[0] == "danceoff"} <= held
    code = {Path("danceoff", top, one.relative_to(ROOT / top)) for top in FLOORS for one in (ROOT / top).rglob("*.py")}
    assert code <= set(files)
    assert Path("danceoff/experiments/plans/smoke.toml") in files  # which the test of the README runs, in the checkout
    zipfile.ZipFile(wheel).extractall(tmp_path / "unpacked")
    unpacked = {**COMPILED, "PYTHONPATH": str(tmp_path / "unpacked")}
    assert str(tmp_path / "unpacked") in works(Path(sys.executable), hostile, where=unpacked)


@pytest.mark.night
def test_a_wheel_has_its_types_and_works_without_the_repository(tmp_path: Path, hostile: Path, built):
    python = environment(tmp_path / "environment", built[0])
    assert str(tmp_path) in works(python, hostile, "list solvers", "solve soma", RUN)
    run_examples(python, tmp_path / "empty")
    (tmp_path / "typed.py").write_text(TYPED)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python), "typed.py"]
    checked = subprocess.run(mypy, cwd=tmp_path, env=ELSEWHERE, capture_output=True, text=True)
    assert 'expression has type "Solver", variable has type "str"' in checked.stdout, checked.stdout + checked.stderr
