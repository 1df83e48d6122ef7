"""`danceoff list`: families and their sizes, solvers with their options, what is installed."""

from dataclasses import fields

import pytest

from danceoff.experiments import cli
from danceoff.experiments.commands.listing import WHAT, of_options
from danceoff.problems import catalog
from danceoff.solvers import BACKENDS, load, missing
from danceoff.solvers.entries import standard
from danceoff.solvers.registry import installed


def listed(capsys, *arguments: str) -> list[str]:
    assert cli.main(["list", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_list_alone_says_what_can_be_listed(capsys):
    assert [line.split()[:3] for line in listed(capsys)] == [["danceoff", "list", what] for what in WHAT]
    for what in WHAT:
        assert len(listed(capsys, what)) > 3


def test_every_family_says_how_a_size_is_written(capsys):
    header, *lines = listed(capsys, "families")
    assert header.split() == ["family", "listed", "size"]
    assert [line.split()[0] for line in lines] == catalog.families()
    assert all(len(line.split()) > 2 for line in lines)
    assert any(line.split()[2:4] == ["(planning)", "PEOPLExDAYS-SEED,"] for line in lines)
    assert listed(capsys, "families", "queens", "peace")[1].split()[:2] == ["peaceable-queens", "12"]


def test_every_solver_has_a_line_of_its_own(capsys):
    about = [line.partition(" ")[2].partition("; missing: ")[0].strip() for line in listed(capsys, "solvers")]
    about = [words for words in about if not words.startswith("The program")]
    assert len(about) >= len(BACKENDS)
    assert len(set(about)) == len(about)


@pytest.mark.parametrize("name", installed())
def test_every_option_of_a_solver_and_every_value_is_explained(name, capsys):
    """The docstring of a backend explains its options, and `choices` the words that they take."""
    kind = type(load(name))
    meanings = of_options(kind)
    for field in fields(kind):
        assert len(meanings[field.name]) > 10, field.name
    assert all(len(meaning) > 3 for words in kind.choices.values() for meaning in words.values())
    assert set(kind.choices) <= {field.name for field in fields(kind)}
    said = listed(capsys, "solvers", name)
    assert said[0].startswith(f"{name}: ")
    assert said[1].startswith("features: ")
    for option, words in kind.choices.items():
        begin = next(k for k, line in enumerate(said) if line.startswith(f"{option}="))
        assert [line.split()[0] for line in said[begin + 1 : begin + 1 + len(words)]] == list(words)


def test_several_solvers_are_explained_in_turn(capsys, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text("[programs.own]\ncommand = ['true']\n")
    said = listed(capsys, "solvers", "bits", "own", "cpsat", "--programs", str(own))
    heads = [line.partition(":")[0] for line in said]
    assert [head for head in heads if head in ("bits", "own", "cpsat")] == ["bits", "own", "cpsat"]
    assert "own: the program true" in said
    assert any(line.startswith("workers=1               the number of threads") for line in said)
    assert "any other option: CP-SAT's own parameters by their names, such as `linearization_level=0`" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["families", "nothing"], "no family has nothing; "),
        (["problems", "oeis", "xyzzy"], "no problem has oeis and xyzzy; "),
        (["solvers", "nobody"], "unknown solver 'nobody'; there are brute-force, "),
        (["plans", "smoke"], "danceoff list: words: goes with problems and families and solvers"),
        (["families", "--programs", "x.toml"], "danceoff list: programs: goes with solvers"),
    ],
)
def test_arguments_that_do_not_go_together_are_refused(run, arguments, message):
    code, out, err = run("list", *arguments)
    assert (code, out, message in err, err.count("\n")) == (2, "", True, 1)


def test_what_is_missing_is_listed_with_what_installs_it_programs_of_the_user_too(capsys, monkeypatch, tmp_path):
    entry = '[programs.NAME]\ncommand = ["PROGRAM", "{input}"]\ninstall = "apt-get install PROGRAM"\n'
    own = tmp_path / "danceoff" / "programs.toml"
    own.parent.mkdir()
    own.write_text("".join(entry.replace("NAME", f"my-{it}").replace("PROGRAM", it) for it in ("env", "no-such")))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setitem(BACKENDS, "cpsat", BACKENDS["cpsat"]._replace(package="no-such-package"))
    standard.cache_clear()
    try:
        said = [" ".join(line.split()) for line in listed(capsys, "solvers")]
    finally:
        standard.cache_clear()
    assert "my-env The program env" in said
    assert "my-no-such The program no-such; missing: apt-get install no-such" in said
    assert any(line.endswith("; missing: pip install 'no-such-package'") for line in said)
    lacking = [line for name in BACKENDS if (line := missing(name))]
    assert all(any(line.endswith(f"; missing: {one}") for line in said) for one in lacking)
