"""Every kernel runs as plain Python and in the checked build: bounds are checked there, and invariants asserted.

By day only the kernels that have changed since `make engines`, which runs them, too.
"""

import engine_sources
import pytest
from engine_sources import CHECKED, ENGINES, PLAIN, drive

CHANGED = engine_sources.changed_kernels()


@pytest.mark.parametrize(
    "engine", [engine if engine in CHANGED else pytest.param(engine, marks=pytest.mark.night) for engine in ENGINES]
)
def test_every_kernel_runs_as_plain_python(engine: str, record_property) -> None:
    record_property(f"kernels: kernels run with {PLAIN}=1: {engine}", drive(engine, PLAIN))


@pytest.mark.slow  # compiles for minutes in all
@pytest.mark.parametrize("engine", ENGINES)
def test_every_kernel_runs_in_the_checked_build(engine: str, record_property) -> None:
    record_property(f"kernels: kernels run with {CHECKED}=1: {engine}", drive(engine, CHECKED))


def test_a_changed_kernel_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    now = engine_sources.present("kernel*.py")
    kernels = now.keys() - {"version"}
    assert {engine for name in kernels for engine in ENGINES if f"/{engine}/" in name} == {*ENGINES}
    monkeypatch.setattr(engine_sources, "present", lambda _: now)
    for name in kernels:
        monkeypatch.setattr(engine_sources, "stored", lambda name=name: {**now, name: "other"})
        (engine,) = engine_sources.changed_kernels()
        assert f"/{engine}/" in name
