"""What tests of runs and pages share: a browser, cases without a process, and a backend that misbehaves."""

import os
import uuid
from contextlib import contextmanager

import fakes
import pytest
from needed import path_of
from playwright.sync_api import sync_playwright

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.results import record
from danceoff.experiments.run import local
from danceoff.experiments.run.one_case import cgroup, child
from danceoff.experiments.run.one_case.messages import unanswered


@pytest.fixture(scope="module")
def browser():
    """A Chromium; tests that ask for one have the mark `needs("chromium")`."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path_of("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def without_troubles(browser):
    """Opens pages, each of which loads nothing but its file and has no errors until the end."""
    troubles, contexts = [], []

    def opened(file, address: str = "", **how):
        contexts.append(browser.new_context(**how))
        shown = contexts[-1].new_page()
        shown.on("console", lambda message: troubles.append(message.text))
        shown.on("pageerror", lambda error: troubles.append(str(error)))
        shown.on("dialog", lambda dialog: (troubles.append(dialog.message), dialog.dismiss()))
        shown.on("request", lambda asked: asked.url.startswith(file.as_uri()) or troubles.append(asked.url))
        shown.goto(file.as_uri() + address)
        return shown

    yield opened
    assert troubles == []
    for context in contexts:
        context.close()


@pytest.fixture
def opening(browser):
    with without_troubles(browser) as opened:
        yield opened


@pytest.fixture(scope="module")
def opening_once(browser):
    """The same for all tests of a module."""
    with without_troubles(browser) as opened:
        yield opened


@pytest.fixture
def answered(monkeypatch):
    """Has cases answered without a process: as complete, or as a function of the case says. Gives them in order."""

    def by(answer=lambda case: unanswered(case, "complete", "")):
        asked = []

        def run_case(case, *_, **__):
            asked.append(case)
            return answer(case)

        monkeypatch.setattr(local, "run_case", run_case)
        monkeypatch.setattr(local, "begin_servers", list)
        return asked

    return by


@pytest.fixture
def fake_worker(tmp_path, monkeypatch):
    """Cases run in a worker that knows the fake backend, in a folder of their own."""
    monkeypatch.setattr(child, "WORKER", fakes.WORKER)
    monkeypatch.chdir(tmp_path)


def why_no_groups() -> str:
    """Why there are no control groups on this machine; empty if there are."""
    try:
        cgroup.usable()
    except BadInput as error:
        return str(error)
    return ""


def fake(then: str, good: int = 0, task: str = "enumerate", in_cgroup: bool = False, **asked) -> record.Row:
    """The row of a case of the fake backend, on a board whose two covers are options 0 7 and 2 4."""
    case = {"problem": "tromino/2x3", "solver": f"fake:then={then},good={good}", "task": task, **asked}
    return child.run_case(Ask.of(case), in_cgroup=in_cgroup)


@pytest.fixture
def asked_anew():
    """Whether there are control groups is looked up again."""
    cgroup.usable.cache_clear()
    yield
    cgroup.usable.cache_clear()


@pytest.fixture
def marked(monkeypatch) -> str:
    """A word in the command line of every grandchild of the fake backend; `fakes.alive` finds it."""
    monkeypatch.setenv("FAKE_MARK", uuid.uuid4().hex)
    return os.environ["FAKE_MARK"]
