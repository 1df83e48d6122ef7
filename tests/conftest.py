"""Settings of all tests."""

import os

from experiments.one_case.worker import NO_LOADING

os.environ[NO_LOADING] = "1"  # a case crashes where a kernel is loaded while it is measured
