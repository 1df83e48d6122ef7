"""What `danceoff doctor` says of what is installed and what is not."""

from danceoff.experiments.cli import main
from danceoff.experiments.commands.doctor import Finding, findings, table
from danceoff.solvers import BACKENDS, missing


def test_every_backend_is_examined():
    assert [finding.backend for finding in findings()] == list(BACKENDS)


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
        "2 backends can be used, 1 are not installed",
    ]


def test_the_command_names_missing_backends(capsys, monkeypatch):
    monkeypatch.setitem(BACKENDS, "cpsat", BACKENDS["cpsat"]._replace(package="no-such-package"))
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert "cpsat             missing: pip install 'no-such-package'" in said
    assert all(line in said for name in BACKENDS if (line := missing(name)))
