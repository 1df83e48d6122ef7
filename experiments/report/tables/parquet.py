"""The rows of a run as Parquet: the columns of runs.csv with their types."""

from collections.abc import Sequence
from io import BytesIO

from danceoff.experiments import BadInput
from danceoff.experiments.report.summary import runs
from danceoff.experiments.results.record import Row


def parquet(rows: Sequence[Row]) -> bytes:
    """Return the rows as the bytes of a file.

    Raises BadInput if PyArrow is not installed.
    """
    file = BytesIO()
    try:
        runs(rows).to_parquet(file, index=False)
    except ImportError:
        raise BadInput("Parquet is written by PyArrow: pip install 'danceoff[parquet]'") from None
    return file.getvalue()
