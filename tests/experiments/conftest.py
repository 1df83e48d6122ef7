"""What tests of the third floor share: a browser."""

from __future__ import annotations

import shutil

import pytest


@pytest.fixture(scope="module")
def browser():
    """A Chromium; tests that ask for one have the mark `browser`."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        pytest.skip("there is no Chromium here")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()
