"""Certificates that ask for all the memory or time there is are given up within their budget."""

import subprocess
import sys
from pathlib import Path

import night
import pytest
from certificates import Parts, pack, proved, traced
from hostile_certificates import BUDGET, HOSTILE, written

from danceoff.experiments import cli
from danceoff.problems import ExactCover
from danceoff.problems.catalog import instance
from danceoff.problems.certificate import Budget, InvalidCertificate, NotChecked, check_certificate

SUPPORT = Path(__file__).parents[2] / "support"


def test_no_certificate_takes_more_than_its_budget(tmp_path):
    names, program = night.sampled(HOSTILE, 2), SUPPORT / "hostile_certificates.py"
    command = [sys.executable, program, tmp_path / "hostile.certificate", *names]
    told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=200).stdout
    found = {name: (verdict, int(mb)) for name, verdict, mb, _ in (line.split("\t") for line in told.splitlines())}
    assert {one: said.split(":")[0] for one, (said, _) in found.items()} == {one: HOSTILE[one][1] for one in names}
    assert max(mb for _, mb in found.values()) < 2 * BUDGET.memory_mb


@pytest.mark.parametrize(
    ("name", "writer"), [("queens/8", traced), ("domino/2x2x4", traced), ("queens/6", proved), ("tromino/4x6", proved)]
)
@pytest.mark.parametrize(
    ("budget", "why"),
    [
        (Budget(memory_mb=0.001), "more than 0.001 MB of memory"),
        (Budget(unpacked_mb=0.0001), "more than 0.0001 MB when unpacked"),
        (Budget(n_steps=30), "more than 30 steps"),
    ],
)
def test_a_true_certificate_beyond_its_budget_is_not_called_false(name, writer, budget, why, tmp_path):
    problem = instance(name).problem
    file = writer(tmp_path / "true", problem)
    with pytest.raises(NotChecked, match=why):
        check_certificate(problem, file, budget)
    check_certificate(problem, file)


def test_memory_that_is_freed_is_not_counted(tmp_path):
    """The clauses of a proof that forgets each at once, and the nodes of a long narrow trace, are not added up."""
    problem = instance("domino/2x100").problem
    check_certificate(problem, traced(tmp_path / "narrow", problem), Budget(memory_mb=0.1))
    problem = ExactCover.from_options(["ab", "bc", "ca"], "abc")
    words = [word for number in range(7, 2007) for word in (6, *[1, -1] * 3, 3, 1, 2, 4, -1, number)]
    file = pack(tmp_path / "forgetful", Parts("list+proof", problem.digest, 0, words))
    with pytest.raises(InvalidCertificate, match="ends before its proof"):
        check_certificate(problem, file, Budget(memory_mb=0.02))


def test_check_says_which_budget_and_how_to_raise_it(tmp_path, capsys):
    source, file = tmp_path / "many.dlx", tmp_path / "certificate"
    source.write_text("a\n" + "a\n" * 300)
    written(file, "work")
    assert cli.main(["check", str(source), str(file), "--max-steps", "1000"]) == 3
    said = f"danceoff: {file}: not checked: it needs more than 1000 steps; --max-steps allows more\n"
    assert capsys.readouterr().err == said
    assert cli.main(["check", str(source), str(file), "--max-memory", "0.5"]) == 3
    assert "more than 0.5 MB of memory; --max-memory allows more" in capsys.readouterr().err
    assert cli.main(["check", str(source), str(file), "--max-unpacked", "0.1"]) == 3
    assert "more than 0.1 MB when unpacked; --max-unpacked allows more" in capsys.readouterr().err
