"""What `danceoff doctor` says of what is installed and what is not."""

import shutil

from danceoff.experiments.cli import main
from danceoff.experiments.commands.doctor import Finding, findings, table
from danceoff.solvers import BACKENDS, missing, programs
from danceoff.solvers.entries import standard


def test_every_backend_and_every_program_is_examined():
    assert [finding.solver for finding in findings()] == [*BACKENDS, *programs()]


def test_a_program_of_the_user_is_listed_with_its_path_or_what_installs_it(capsys, monkeypatch, tmp_path):
    entry = '[programs.NAME]\ncommand = ["PROGRAM", "{input}"]\ninstall = "apt-get install PROGRAM"\n'
    own = tmp_path / "danceoff" / "programs.toml"
    own.parent.mkdir()
    own.write_text("".join(entry.replace("NAME", f"my-{it}").replace("PROGRAM", it) for it in ("env", "no-such")))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    standard.cache_clear()
    try:
        assert main(["doctor"]) == 0
    finally:
        standard.cache_clear()
    said = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert f"my-env env {shutil.which('env')}" in said
    assert "my-no-such missing: apt-get install no-such" in said


def test_missing_backends_come_last_with_the_command_that_installs_them():
    lines = list(
        table(
            [
                Finding("d4", "d4solver", "", "pip install 'd4solver'"),
                Finding("dlx", "", "", ""),
                Finding("sat", "python-sat", "1.9", ""),
            ]
        )
    )
    assert lines == [
        "dlx  built in",
        "sat  python-sat 1.9",
        "d4   missing: pip install 'd4solver'",
        "",
        "2 solvers can be used, 1 are not installed",
    ]


def test_the_command_names_missing_backends(capsys, monkeypatch):
    monkeypatch.setitem(BACKENDS, "cpsat", BACKENDS["cpsat"]._replace(package="no-such-package"))
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert "cpsat             missing: pip install 'no-such-package'" in said
    assert all(line in said for name in BACKENDS if (line := missing(name)))
