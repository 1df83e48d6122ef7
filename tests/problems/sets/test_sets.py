"""Data sets of other people: all files with the right digests or none, from a folder or a server, and used by name."""

import re
import threading
from collections.abc import Callable, Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import danceoff
from danceoff.experiments import BadInput
from danceoff.experiments.plans import new, plan
from danceoff.problems import InvalidProblem
from danceoff.problems.formats import READ
from danceoff.problems.sets import table
from danceoff.problems.sources import read

FILES = {"data/a.rows": b"2 3\n2 1 2\n1 1\n1 2\n", "data/b.1.ec": b"c x\np ec 1\ns 1\n", "data/deep/c.ec": b"p ec 1\n"}
COVERS = {"data/a.rows": "2\tcounted", "data/b.1.ec": "1\tcounted", "data/deep/c.ec": "\t"}
PROBLEMS = ["small/a", "small/b.1", "small/c"]

Run = Callable[..., tuple[int, str, str]]


def written(folder: Path, files: dict[str, bytes]) -> Path:
    for place, content in files.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(content)
    return folder


@pytest.fixture(autouse=True)
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only data set is `small`, and its folder on this machine is there no more than that of any other."""
    lines = [f"{place}\t{len(content)}\t{sha256(content).hexdigest()}" for place, content in FILES.items()]
    counted = [f"{line}\t{known}" for line, known in zip(lines, COVERS.values(), strict=True)]
    about = [
        "# about: three problems",
        "# source: here",
        "# licence: none stated",
        "file\tbytes\tsha256\tcovers\tsource",
    ]
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "small.tsv").write_text("\n".join([*about, *counted, ""]))
    unseen = ["# about: unseen", "# source: there", "# licence: none", "# format: spp", about[-1], "u.txt\t\t\t\t", ""]
    (tmp_path / "tables" / "unseen.tsv").write_text("\n".join(unseen))
    monkeypatch.setattr(table, "_TABLES", tmp_path / "tables")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("no_proxy", "*")
    table._named.cache_clear()
    yield tmp_path / "data" / "danceoff" / "sets" / "small"
    table._named.cache_clear()


@pytest.fixture
def server() -> Iterator[tuple[str, dict[str, bytes], list[str]]]:
    """A server on the loopback address: its address, what it has, and what it was asked for."""
    has, asked = dict(FILES), list[str]()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            content = has.get(self.path[1:])
            self.send_response(404 if content is None else 200)
            self.send_header("Content-Length", str(len(content or b"") + (content == b"cut")))
            self.end_headers()
            self.wfile.write(content or b"")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{serving.server_port}", has, asked
        serving.shutdown()
        thread.join()


def test_the_files_come_from_a_server(server, small: Path, run: Run) -> None:
    address, _, asked = server
    code, out, err = run("sets", "get", "small", "--from", address)
    assert (code, out) == (0, f"small: 3 files in {small}\n")
    assert err == f"0 of 3 files are there; getting the others from {address}\n"
    assert {file.name: file.read_bytes() for file in small.iterdir()} == {Path(p).name: c for p, c in FILES.items()}
    assert asked == [f"/{place}" for place in FILES]
    assert run("sets", "get", "small", "--from", address) == (0, out, "")
    assert len(asked) == len(FILES), "what is there is not fetched again"


@pytest.mark.parametrize("flat", [False, True])
def test_the_files_come_from_a_folder(tmp_path: Path, small: Path, run: Run, flat: bool) -> None:
    folder = written(tmp_path / "theirs", {Path(p).name if flat else p: c for p, c in FILES.items()})
    assert run("sets", "get", "small", "--from", str(folder))[:2] == (0, f"small: 3 files in {small}\n")
    assert run("sets", "get", "small", "--from", str(folder), "--into", str(tmp_path / "x" / "y"))[0] == 0
    assert sorted(file.name for file in (tmp_path / "x" / "y").iterdir()) == ["a.rows", "b.1.ec", "c.ec"]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"data/b.1.ec": b"c x\np ec 1\ns 2\n"}, "; 15 bytes were read"),
        ({"data/b.1.ec": b"c x\n"}, "4 bytes were read"),
        ({"data/b.1.ec": FILES["data/b.1.ec"] * 9999}, "16 bytes were read"),
        ({"data/b.1.ec": b""}, "0 bytes were read"),
    ],
)
def test_another_file_is_refused(server, tmp_path: Path, small: Path, run: Run, changed: dict, says: str) -> None:
    address, has, _ = server
    has |= changed
    for place in (address, str(written(tmp_path / "theirs", has))):
        code, out, err = run("sets", "get", "small", "--from", place)
        assert (code, out) == (2, "")
        assert f"danceoff: {place}/data/b.1.ec: is not the file of small, which has 15 bytes and" in err
        assert says in err
        assert not small.exists()
        assert not list(small.parent.iterdir()), "nothing is left of what was read before"


def test_a_missing_file_is_named(server, tmp_path: Path, small: Path, run: Run) -> None:
    address, has, _ = server
    del has["data/deep/c.ec"]
    folder = written(tmp_path / "theirs", has)
    why = {
        f"{folder}": f"{folder}: has no c.ec, and only 2 of the 3 files of small",
        f"{tmp_path}/none": f"{tmp_path}/none: there is no such folder",
        address: f"small: cannot fetch {address}/data/deep/c.ec: HTTP Error 404: Not Found; `--from FOLDER` takes",
    }
    for place, says in why.items():
        code, _, err = run("sets", "get", "small", "--from", place)
        assert code == 2
        assert err.splitlines()[-1].startswith(f"danceoff: {says}")
        assert not list(small.parent.iterdir())


def test_files_of_the_user_are_left_as_they_are(tmp_path: Path, small: Path) -> None:
    theirs, own = written(tmp_path / "theirs", FILES), written(tmp_path / "own", {"a.rows": b"mine"})
    with pytest.raises(InvalidProblem, match=r"own/a\.rows: is another file than that of the data set, and is left"):
        danceoff.sets("small").get(theirs, own)
    assert [(file.name, file.read_bytes()) for file in own.iterdir()] == [("a.rows", b"mine")]
    assert danceoff.sets("small").get(theirs) == small
    (small / "a.rows").write_bytes(b"damaged")
    assert danceoff.sets("small").get(theirs) == small
    assert (small / "a.rows").read_bytes() == FILES["data/a.rows"]


def test_problems_have_names_and_known_counts(tmp_path: Path, small: Path) -> None:
    data_set = danceoff.sets("small")
    assert (len(data_set), list(data_set), data_set.is_here) == (3, PROBLEMS, False)
    with pytest.raises(InvalidProblem, match=r"^small/a: the data set small is not on this machine: `danceoff sets"):
        read("small/a")
    data_set.get(written(tmp_path / "theirs", FILES))
    assert data_set.is_here
    found = [read(name) for name in data_set]
    assert [(one.name, one.family, one.known and one.known.covers) for one in found] == [
        ("small/a", "small", 2),
        ("small/b.1", "small", 1),
        ("small/c", "small", None),
    ]
    assert danceoff.count("small/a") == 2
    (small / "a.rows").write_bytes(b"2 3\n2 1 2\n1 1\n1 1\n")
    with pytest.raises(InvalidProblem, match=r"^small/a: .*a\.rows is damaged: `danceoff sets get small` fetches"):
        read("small/a")
    with pytest.raises(InvalidProblem, match=r"^small/d: the data set small has no such problem; there are a, b\.1, c"):
        read("small/d")


def test_a_plan_takes_whole_sets_and_single_problems(tmp_path: Path) -> None:
    def cases(text: str) -> list[str]:
        (tmp_path / "p.toml").write_text(f"tasks = ['count']\nsolvers = {{ dlx = {{}} }}\n{text}")
        return [case.problem for case in plan.read(str(tmp_path / "p.toml")).cases]

    with pytest.raises(BadInput, match=r"p\.toml: the data set small is not on this machine"):
        cases("sets = ['small']")
    danceoff.sets("small").get(written(tmp_path / "theirs", FILES))
    assert cases("sets = ['small']") == PROBLEMS
    assert cases("sets = ['small']\nproblems = { queens = 4, small = 'a' }") == ["queens/4", *PROBLEMS]
    for text, says in {
        "sets = ['smal']": "no data set is called 'smal'; did you mean small?",
        "sets = [3]": "sets must be a list of texts, not [3]",
        "sets = []": "problems is missing or empty",
        "sets = 'small'": "sets must be a list of texts, not 'small'",
    }.items():
        with pytest.raises(BadInput, match=re.escape(says)):
            cases(text)
    assert 'small = ["a"]' in new.text(["small/a"], "dlx", "count", None)[0]


def test_a_set_without_digests_is_taken_from_a_folder(tmp_path: Path, run: Run) -> None:
    assert "unseen: name a folder that holds the files: --from FOLDER; see there" in run("sets", "get", "unseen")[2]
    theirs = written(tmp_path / "theirs", {"u.txt": b"1 2\n3 1 1\n4 1 1\n"})
    assert "danceoff has no digest of 1 of them" in run("sets", "get", "unseen", "--from", str(theirs))[1]
    assert danceoff.best("unseen/u").cost == 3


def test_the_command_lists_sets_and_files(run: Run) -> None:
    listed = run("sets")[1]
    assert "small: three problems\n    files: 3, 3 with sha256, 2 with a count; not here\n    source: here" in listed
    files = run("sets", "small")[1]
    assert re.search(rf"small/b\.1 +data/b\.1\.ec +15 +{sha256(FILES['data/b.1.ec']).hexdigest()} +1 +counted\n", files)
    for words in (["get"], ["small", "small"], ["get", "small", "a"], ["small", "--into", "x"], ["--from", "x"]):
        assert run("sets", *words)[0] == 2
    assert "no data set is called 'smal'; did you mean small?" in run("sets", "smal")[2]
    assert danceoff.sets() == ["small", "unseen"]


def test_the_sets_that_come_with_danceoff_are_well_formed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "_TABLES", Path(table.__file__).parents[1] / "data" / "sets")
    sizes = {name: len(danceoff.sets(name)) for name in danceoff.sets()}
    assert (sizes["sat2026-graphs"], sizes["junttila-kaski"]) == (201, 72)
    for one in map(table.named, sizes):
        assert one.about
        assert one.source
        assert one.licence
        assert one.format in ("", *READ)
        assert len({file.name for file in one.files}) == len(set(one)) == len(one)
        assert all(re.fullmatch(r"[0-9a-f]{64}", file.sha256) or file.size is None for file in one.files)
        assert not one.address or all(file.size for file in one.files), "what is fetched is checked"
