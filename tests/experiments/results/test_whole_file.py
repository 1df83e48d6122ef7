"""Files written for a user: what is there is replaced whole, written through, or left as it was."""

import errno
import os
import resource
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rows import row

from danceoff.experiments.results import record
from danceoff.experiments.results.whole_file import whole_file, whole_path, write_whole


@contextmanager
def full_disk(after: int) -> Iterator[None]:
    """No file grows beyond so many bytes: writing more fails as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (after, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("name", ["a", "link"])
def test_a_file_is_replaced_whole_and_keeps_its_mode_behind_a_link_too(tmp_path, name):
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(0o640)
    (tmp_path / "link").symlink_to("a")
    with whole_file(tmp_path / name) as file:
        file.write("new")
        file.flush()
        assert path.read_text() == "old"
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o640)
    assert names(tmp_path) == ["a", "link"]
    assert (tmp_path / "link").is_symlink()
    write_whole(tmp_path / "new", "text")
    (tmp_path / "any").write_text("text")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "any").stat().st_mode


def test_an_error_leaves_the_old_file(tmp_path):
    path = tmp_path / "a"
    path.write_text("old")
    with pytest.raises(RuntimeError), whole_file(path) as file:
        file.write("new")
        raise RuntimeError
    with whole_file(path):
        pass  # nothing was written
    assert (path.read_text(), names(tmp_path)) == ("old", ["a"])


@pytest.mark.parametrize("content", ["new" * 10_000, b"new" * 10_000])
def test_a_full_disk_leaves_the_old_file_and_is_reported_with_its_name(tmp_path, content):
    path = tmp_path / "a"
    path.write_text("old")
    with full_disk(1000), pytest.raises(OSError, match="File too large") as caught:
        write_whole(path, content)
    assert caught.value.filename == str(path)
    assert (path.read_text(), names(tmp_path)) == ("old", ["a"])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes devices")
def test_a_device_is_written_to(tmp_path):
    null, link, full = tmp_path / "null", tmp_path / "link", tmp_path / "full"
    os.mknod(null, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    os.mknod(full, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
    link.symlink_to("null")
    write_whole(null, "text")
    write_whole(link, b"text")
    with pytest.raises(OSError, match="No space left"):
        write_whole(full, "text")
    assert stat.S_ISCHR(null.stat().st_mode)
    assert stat.S_ISCHR(full.stat().st_mode)
    assert link.is_symlink()
    assert names(tmp_path) == ["full", "link", "null"]


def test_an_open_descriptor_is_written_to_even_if_it_is_of_a_file(tmp_path):
    with (tmp_path / "out").open("a+") as file:
        file.write("printed before\n")
        file.flush()
        write_whole(Path(f"/dev/fd/{file.fileno()}"), "written\n")
        file.write("printed after\n")
        file.seek(0)
        assert "printed after\n" in file.read()


def test_what_cannot_be_written_is_refused_before_any_work(tmp_path):
    for name in (".", "missing/file", "x" * 300):
        with pytest.raises(OSError, match=r".") as caught, whole_path(tmp_path / name):
            pytest.fail("the work has begun")
        assert caught.value.filename == str(tmp_path / name)
    assert names(tmp_path) == []


def test_characters_outside_utf_8_are_escaped(tmp_path):
    write_whole(tmp_path / "a", "caf\udce9 é")
    assert (tmp_path / "a").read_bytes() == b"caf\\udce9 \xc3\xa9"


OUTPUTS = {
    "solve --svg": ["solve", "queens/4", "--solver", "backtracking", "--svg", "FILE"],
    "solve --gallery": ["solve", "queens/4", "--solver", "backtracking", "--gallery", "FILE"],
    "watch --svg": ["watch", "queens/4", "--svg", "FILE"],
    "watch --gif": ["watch", "queens/4", "--gif", "FILE"],
    "export": ["export", "queens/4", "--format", "dlx", "-o", "FILE"],
    "export xmpuzzle": ["export", "pentomino/6x10", "--format", "xmpuzzle", "-o", "FILE"],
    "new-plan": ["new-plan", "queens/4", "--solvers", "dlx", "-o", "FILE"],
    "certify": ["certify", "queens/4", "--solver", "backtracking", "-o", "FILE"],
}


@pytest.mark.parametrize("arguments", OUTPUTS.values(), ids=OUTPUTS)
@pytest.mark.usefixtures("cases_in_process")
def test_every_command_writes_through_links_and_pipes(run, tmp_path, arguments, record_property):
    link, file, pipe = tmp_path / "link", tmp_path / "file", tmp_path / "pipe"
    file.write_text("old")
    file.chmod(0o600)
    link.symlink_to("file")
    os.mkfifo(pipe)
    code, _, err = run(*[str(link) if word == "FILE" else word for word in arguments])
    assert (code, err) == (0, "")
    assert link.is_symlink()
    assert file.read_bytes() != b"old"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    code, _, err = run(*[str(pipe) if word == "FILE" else word for word in arguments])
    assert (code, err) == (0, "")  # else nobody writes, and the reader waits for ever
    reader.join()
    assert len(read[0]) > 20
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert names(tmp_path) == ["file", "link", "pipe"]
    record_property("inputs: outputs written through a link and a pipe, not in place of them", 1)


def test_a_report_on_a_full_disk_leaves_every_old_file(run, tmp_path):
    results, latex = tmp_path / "results", tmp_path / "tables.tex"
    results.mkdir()
    record.append(results, *[row(name) for name in ("dlx", "sat", "bits")])
    run("report", str(results), "--latex", str(latex))
    files = [*results.glob("*.csv"), results / "report.html", latex]
    assert len(files) == 7
    for most, path in ((10, "runs.csv"), (2000, "report.html")):
        for file in files:
            file.write_text("old")
        with full_disk(most):
            code, _, err = run("report", str(results), "--latex", str(latex))
        assert (code, err.splitlines()[-1]) == (2, f"danceoff: {results / path}: {os.strerror(errno.EFBIG)}")
        assert all(file.read_text() == "old" or file.stat().st_size > 30 for file in files)
        assert (results / path).read_text() == "old"
        assert not list(results.glob(".danceoff-*"))
