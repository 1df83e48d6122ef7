"""What tests of the third floor share: a browser, and cases of a backend that misbehaves."""

import os
import uuid

import fakes
import pytest
from needed import path_of
from playwright.sync_api import sync_playwright

from danceoff.experiments.run.one_case import child


@pytest.fixture(scope="module")
def browser():
    """A Chromium; tests that ask for one have the mark `needs("chromium")`."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path_of("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def fake_worker(tmp_path, monkeypatch):
    """Cases run in a worker that knows the fake backend, in a folder of their own."""
    monkeypatch.setattr(child, "WORKER", fakes.WORKER)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def marked(monkeypatch) -> str:
    """A word in the command line of every grandchild of the fake backend; `fakes.alive` finds it."""
    monkeypatch.setenv("FAKE_MARK", uuid.uuid4().hex)
    return os.environ["FAKE_MARK"]
