"""The archive to be cited: what is committed, the environment, checksums of both, and always the same bytes."""

import hashlib
import json
import subprocess
import tarfile
import tomllib
from pathlib import Path

import pytest
from builders.archive import archive

from danceoff.experiments import BadInput

ROOT = Path(__file__).parents[1]


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


def test_the_citation_has_the_required_keys_and_the_version_of_the_package():
    citation = pytest.importorskip("yaml").safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert citation["cff-version"] == "1.2.0"
    assert citation["authors"] == [{"name": "danceoff contributors"}]
    assert (citation["version"], citation["license"]) == (project["version"], project["license"])
    assert citation["type"] == "software"
