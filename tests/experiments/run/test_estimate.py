"""`danceoff run --dry`: what would run, and how long it may take."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from rows import row

from danceoff.asking.ask import CPU_LIMIT, Ask, Limits
from danceoff.experiments.results.record import Row, append
from danceoff.experiments.run.estimate import duration, estimates, summary
from danceoff.problems.catalog import instance

CASE = Ask("tromino/5x5-0", "dlx", "enumerate", digest="d1", limits=Limits(10))
TOOK = {"startup_s": 1.0, "prepare_s": 0.5, "search_s": 1.5}


def limited(case: Ask, **limits: float | None) -> Ask:
    return replace(case, limits=replace(case.limits, **limits))


def estimate(case: Ask, past: Sequence[Row] = ()) -> tuple[float | None, bool]:
    (found,) = estimates([case], past)
    assert found.case == case
    return found.time_s, found.is_measured


def test_a_case_takes_the_median_of_past_rows_of_its_question():
    rows = [row(repeat=k, **TOOK | {"search_s": took_s}) for k, took_s in enumerate((0.5, 1.5, 99.0), 1)]
    assert estimate(CASE, rows) == (3.0, True)
    others = [row("sat", **TOOK), row(task="count", **TOOK), row(digest="d2", **TOOK), row(at_most="3", **TOOK)]
    assert estimate(CASE, others) == (10, False)


def test_a_row_that_ran_out_of_time_says_only_what_as_much_time_would_do():
    stopped = [row(status="timeout", time_limit_s=5.0, prepare_s=0.0, search_s=5.0)]
    assert estimate(Ask("p", "dlx", "enumerate", digest="d1", limits=Limits(4)), stopped) == (4, True)
    assert estimate(CASE, stopped) == (10, False)
    assert estimate(Ask("p", "dlx", "enumerate", digest="d1"), stopped) == (None, False)


def test_a_limit_of_cpu_time_counts_as_one_of_time_does():
    few = limited(CASE, time_limit_s=100.0, cpu_limit_s=8.0)
    assert estimate(few) == (8, False)
    assert estimate(limited(few, time_limit_s=None)) == (8, False)
    took = {"startup_s": 1.0, "prepare_s": 0.0, "search_s": 20.0, "cpu_s": 40.0}
    assert estimate(few, [row(**took)]) == (9.0, True)
    stopped = row(status="timeout", time_limit_s=100.0, cpu_limit_s=8.0, detail=f"{CPU_LIMIT}: 8.01 s", **took)
    again = replace(stopped, search_s=9.0, cpu_s=8.01)
    assert estimate(replace(few, repeat=2), [again]) == (9.0, True)
    assert estimate(limited(few, cpu_limit_s=9.1), [again]) == (9.1, False)
    assert estimate(limited(few, cpu_limit_s=None), [again]) == (100, False)
    (found,) = estimates([few], [row(**took)])
    assert str(found).endswith("about 9 s")


def test_a_row_says_nothing_where_it_lacked_what_the_case_has():
    out = row(status="memory", memory_limit_mb=100.0, **TOOK)
    assert estimate(CASE, [out]) == (10, False)
    assert estimate(CASE, [row(status="missing")]) == (10, False)
    assert estimate(CASE, [row(status="missing"), row(**TOOK)]) == (3.0, True)


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
    product = (
        '[[product]]\ntrack = "{}"\ntasks = ["count"]\nproblems = {{ queens = "{}" }}\nsolvers = {{ dlx = {{}} }}\n'
    )
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
