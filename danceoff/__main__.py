"""`python -m danceoff`: the command line."""

import sys

from danceoff.experiments.cli import main

sys.exit(main())
