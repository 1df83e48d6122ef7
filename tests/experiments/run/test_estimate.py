"""`danceoff run --dry`: what would run, and how long it may take."""

from dataclasses import replace

import pytest
from rows import row

from danceoff.asking.ask import CPU_LIMIT, Ask, Limits
from danceoff.experiments.results.record import append
from danceoff.experiments.run.estimate import duration, estimates, summary
from danceoff.problems.catalog import instance

CASE = Ask("tromino/5x5-0", "dlx", "enumerate", digest="d1", limits=Limits(10))
TOOK = {"startup_s": 1.0, "prepare_s": 0.5, "search_s": 1.5}


def limited(case: Ask, **limits: float | None) -> Ask:
    return replace(case, limits=replace(case.limits, **limits))


OWN = [row(repeat=k, **TOOK | {"search_s": took_s}) for k, took_s in enumerate((0.5, 1.5, 99.0), 1)]
OTHERS = [row("sat", **TOOK), row(task="count", **TOOK), row(digest="d2", **TOOK), row(at_most="3", **TOOK)]
STOPPED = row(status="timeout", time_limit_s=5.0, prepare_s=0.0, search_s=5.0)
MISSING, OUT = row(status="missing"), row(status="memory", memory_limit_mb=100.0, **TOOK)
FEW = limited(CASE, time_limit_s=100.0, cpu_limit_s=8.0)
LONG = row(startup_s=1.0, prepare_s=0.0, search_s=20.0, cpu_s=40.0)
ENDED = {"status": "timeout", "time_limit_s": 100.0, "cpu_limit_s": 8.0, "detail": f"{CPU_LIMIT}: 8.01 s"}
CPU_STOPPED = replace(LONG, **ENDED, search_s=9.0, cpu_s=8.01)


@pytest.mark.parametrize(
    ("case", "past", "time_s", "is_measured"),
    [
        (CASE, OWN, 3.0, True),  # the median
        (CASE, OTHERS, 10, False),
        # a row that ran out of time says only what as much time would do
        (limited(CASE, time_limit_s=4), [STOPPED], 4, True),
        (CASE, [STOPPED], 10, False),
        (limited(CASE, time_limit_s=None), [STOPPED], None, False),
        # a limit of CPU time counts as one of time does
        (FEW, [], 8, False),
        (limited(FEW, time_limit_s=None), [], 8, False),
        (FEW, [LONG], 9.0, True),
        (replace(FEW, repeat=2), [CPU_STOPPED], 9.0, True),
        (limited(FEW, cpu_limit_s=9.1), [CPU_STOPPED], 9.1, False),
        (limited(FEW, cpu_limit_s=None), [CPU_STOPPED], 100, False),
        # a row says nothing where it lacked what the case has
        (CASE, [OUT], 10, False),
        (CASE, [MISSING], 10, False),
        (CASE, [MISSING, row(**TOOK)], 3.0, True),
    ],
)
def test_a_case_takes_what_past_rows_of_its_question_took(case, past, time_s, is_measured):
    (found,) = estimates([case], past)
    assert (found.case, found.time_s, found.is_measured) == (case, time_s, is_measured)


def test_the_summary_adds_up_what_is_known_and_what_is_limited():
    cases = [CASE, Ask("p", "bits", "count", digest="d1", limits=Limits(100)), Ask("p", "bits", "count", digest="d1")]
    found = list(estimates(cases, [row(**TOOK)]))
    assert summary(found, 7) == (
        "3 cases to run, 7 others have rows: about 3 s for 1 that past rows know,"
        " up to 1.7 min for 1 by their limits, no estimate for 1 without a limit on time"
    )
    assert str(found[0]).split() == ["tromino/5x5-0", "dlx", "enumerate", "about", "3", "s"]
    assert str(found[2]).split() == ["p", "bits", "count", "unknown"]
    assert summary([], 2) == "0 cases to run, 2 others have rows"


@pytest.mark.parametrize(
    ("time_s", "said"), [(0.0341, "0.034 s"), (12.3, "12 s"), (210, "3.5 min"), (9000, "2.5 h"), (1e7, "116 d")]
)
def test_durations_are_said_as_people_say_them(time_s, said):
    assert duration(time_s) == said


def test_a_dry_run_lists_what_is_left_of_each_track_and_writes_nothing(tmp_path, run):
    plan, into = tmp_path / "mine.toml", tmp_path / "results"
    product = '[[product]]\ntrack = "{}"\ntasks = ["count"]\nproblems = {{queens = "{}"}}\nsolvers = {{dlx = {{}}}}\n'
    plan.write_text("time_limit_s = 7\n" + product.format("a", "4..5") + product.format("b", "6"))
    dry = ["run", str(plan), "--dry", "--into", str(into)]
    assert [line for line in run(*dry)[1].splitlines() if "to run" in line] == [
        "a: 2 cases to run: up to 14 s for 2 by their limits",
        "b: 1 case to run: up to 7 s for 1 by their limits",
        "together: 3 cases to run: up to 21 s for 3 by their limits",
    ]
    assert not into.exists()
    (into / "a").mkdir(parents=True)
    case = Ask("queens/4", "dlx", "count", digest=instance("queens/4").problem.digest, limits=Limits(7))
    about = {"problem": "queens/4", "digest": case.digest, "task": "count", "time_limit_s": 7.0}
    append(into / "a", row(case=case.key, **about, **TOOK))
    code, out, _ = run(*dry, "--track", "a")
    left, last = out.splitlines()
    assert (code, left.split()[:3]) == (0, ["queens/5", "dlx", "count"])
    assert last == "1 case to run, 1 others have rows: up to 7 s for 1 by their limits"
    first, *_, last = run(*dry, "--track", "a", "--fresh")[1].splitlines()
    assert first.split() == ["queens/4", "dlx", "count", "about", "3", "s"]
    assert last.startswith("2 cases to run: ")
    assert [path.name for path in into.rglob("*.*")] == ["rows.jsonl"]
    assert run(*dry, "--track", "c")[::2] == (2, "danceoff: mine: no track 'c'; there are a, b\n")
