"""What tests of the third floor share: a browser."""

from __future__ import annotations

import pytest
from needed import path_of
from playwright.sync_api import sync_playwright


@pytest.fixture(scope="module")
def browser():
    """A Chromium; tests that ask for one have the mark `needs("chromium")`."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path_of("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()
