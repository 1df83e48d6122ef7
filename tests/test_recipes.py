"""Recipes and the archive agree with the project: container, conda, workflows, forms of issues, what is cited."""

import hashlib
import json
import re
import subprocess
import tarfile
import tomllib
from pathlib import Path

import pytest
import yaml
from builders.archive import archive
from packaging.requirements import Requirement

from danceoff.experiments import BadInput

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GITHUB = ROOT / ".github"
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text()) for path in GITHUB.glob("workflows/*.yml")}
FORMS = sorted(GITHUB.glob("ISSUE_TEMPLATE/*.md"))
DOCKERFILE = (ROOT / "Dockerfile").read_text()
NOT_PERMISSIVE = {"ddnnife", "peer-exact-cover", "peer-passagemath", "peer-xcover", "peers", "field"}


def test_the_container_copies_what_is_there_and_brings_every_solver_that_may_be_handed_on():
    copied = [path for line in re.findall(r"^COPY (.*) \S+$", DOCKERFILE, re.MULTILINE) for path in line.split()]
    packages = {path.name for path in (ROOT / "danceoff").iterdir() if path.is_symlink()}
    assert {"danceoff", "pyproject.toml", "README.md", "LICENSE", *packages} == set(copied)
    assert [path for path in copied if not (ROOT / path).exists()] == []
    extras = re.findall(r"'\.\[(.*)\]'", DOCKERFILE)[0].split(",")
    field = ",".join(PROJECT["project"]["optional-dependencies"]["field"])
    peers = [name for name in PROJECT["project"]["optional-dependencies"] if name.startswith("peer-")]
    of_field = [*re.findall(r"\[(.*)\]", field)[0].split(","), *peers]
    assert extras == sorted({*of_field, "figures"} - NOT_PERMISSIVE)
    targets = re.findall(r"^FROM \S+ AS (\S+)$", DOCKERFILE, re.MULTILINE)
    assert targets == ["wheels", "full", "slim"]
    assert set(re.findall(r"from=(\w+)", DOCKERFILE)) <= set(targets)
    assert set(re.findall(r"^ENTRYPOINT \[\"(\w+)\"\]", DOCKERFILE, re.MULTILINE)) == set(PROJECT["project"]["scripts"])


def test_the_conda_recipe_has_the_version_the_bounds_and_the_command_of_pyproject():
    recipe, project = yaml.safe_load((ROOT / "packaging/recipe.yaml").read_text()), PROJECT["project"]
    assert recipe["package"] == {"name": project["name"], "version": project["version"]}
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["version"] == project["version"]
    needs = {Requirement(line.replace("ortools-python", "ortools")) for line in recipe["requirements"]["run"]}
    assert needs == {Requirement(line) for line in [f"python{project['requires-python']}", *project["dependencies"]]}
    commands = [f"{name} = {function}" for name, function in project["scripts"].items()]
    assert recipe["build"]["python"]["entry_points"] == commands
    assert set(PROJECT["build-system"]["requires"]) <= {
        line.replace(" ", "") for line in recipe["requirements"]["host"]
    }


def test_workflows_run_targets_of_the_makefile_on_every_python_and_keep_no_secret():
    assert set(WORKFLOWS) == {"test", "release"}
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    jobs = [job for flow in WORKFLOWS.values() for name, job in flow["jobs"].items() if name != "windows"]  # no make
    steps = [step for job in jobs for step in job["steps"]]
    run = [step["run"].split() for step in steps if "run" in step]
    assert [words for words in run if words[0] != "make" or words[1] not in targets] == []
    matrix = WORKFLOWS["test"]["jobs"]["test"]["strategy"]["matrix"]
    assert [*matrix["python"], "lowest"] == PROJECT["tool"]["tox"]["env_list"]
    publish = WORKFLOWS["release"]["jobs"]["publish"]
    assert (publish["permissions"], publish["needs"]) == ({"id-token": "write"}, "build")
    assert all(step.get("with", {}).keys().isdisjoint({"password", "user"}) for step in publish["steps"])


def test_no_recipe_names_a_host_or_a_secret():
    files = ["Dockerfile", "packaging/recipe.yaml", "SECURITY.md", "CODE_OF_CONDUCT.md", ".ci/install"]
    for path in [*map(ROOT.joinpath, files), *FORMS, *GITHUB.glob("workflows/*")]:
        assert not re.search(r"://|secrets\.|password:|@[\w-]+\.\w", path.read_text()), path


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    (root / "results").mkdir(parents=True)
    (root / "results" / "rows.jsonl").write_text("{}\n")
    (root / "link").symlink_to("results")
    (root / "pyproject.toml").write_text('[project]\nversion = "1.2"\n')
    (root / ".gitignore").write_text("left-out\n")
    (root / "left-out").touch()
    for words in (["init"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-m", "first"]):
        subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True)
    return root


def test_the_archive_has_what_is_committed_and_verifies(repository: Path, tmp_path: Path):
    path = archive(repository, tmp_path / "dist")
    assert path.name == "danceoff-1.2-archive.tar.gz"
    with tarfile.open(path) as opened:
        opened.extractall(tmp_path, filter="data")
    root = tmp_path / "danceoff-1.2-archive"
    listed = dict(reversed(line.split("  ")) for line in (root / "MANIFEST.sha256").read_text().splitlines())
    assert list(listed) == [".gitignore", "environment.json", "pyproject.toml", "results/rows.jsonl"]
    assert (root / "link" / "rows.jsonl").exists()
    for name, digest in listed.items():
        assert hashlib.sha256((root / name).read_bytes()).hexdigest() == digest
    environment = json.loads((root / "environment.json").read_text())
    assert environment["packages"]["numpy"]
    assert set(environment) == {"commit", "engines", "python", "platform", "cpu", "packages"}
    assert archive(repository, tmp_path / "again").read_bytes() == path.read_bytes()


def test_a_changed_tree_is_refused_in_one_line(repository: Path, tmp_path: Path):
    (repository / "new").touch()
    with pytest.raises(BadInput, match="not as committed: new; commit first"):
        archive(repository, tmp_path / "dist")
    assert not (tmp_path / "dist").exists()
    with pytest.raises(BadInput, match="not a git repository"):
        archive(tmp_path, tmp_path / "dist")
