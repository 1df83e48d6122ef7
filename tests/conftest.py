"""Settings of all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from counting import Counting

from danceoff.experiments.run.one_case.worker import NO_LOADING

ROOT = Path(__file__).parents[1]
os.environ["PYTHONPATH"] = f"{ROOT}{os.pathsep}{ROOT / 'tests' / 'support'}"  # what tests start imports this checkout
os.environ[NO_LOADING] = "1"  # a case crashes where a kernel is loaded while it is measured


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--figures", type=Path, metavar="FILE", help="write what the tests counted, for docs/trust.md")


def pytest_configure(config: pytest.Config) -> None:
    is_worker = hasattr(config, "workerinput")
    if (path := config.getoption("--figures")) and not is_worker:
        config.pluginmanager.register(Counting(path))
