"""Reads the problem of a case that has ended, to draw its covers in this process."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput

if TYPE_CHECKING:
    from danceoff.problems.instance import Instance


def read_again(source: str) -> Instance:
    """Return the problem of a case that has ended, to draw its covers here; warnings are not repeated."""
    from danceoff.problems import InvalidProblem
    from danceoff.problems.sources import read

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return read(source)
    except InvalidProblem as error:
        raise BadInput(str(error)) from None
