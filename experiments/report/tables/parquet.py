"""The rows of a run as Parquet: the columns of runs.csv with their types; numbers beyond 64 bits are texts."""

from collections.abc import Sequence
from io import BytesIO

from danceoff.experiments import BadInput
from danceoff.experiments.report.summary import runs
from danceoff.experiments.results.record import Row
from danceoff.problems.model.digits import text_of


def parquet(rows: Sequence[Row]) -> bytes:
    """Return the rows as the bytes of a file.

    Raises BadInput if PyArrow is not installed.
    """
    file, table = BytesIO(), runs(rows)
    large = table.select_dtypes(object)
    texts = large.map(text_of, na_action="ignore").astype("string")
    try:
        table.assign(**texts).to_parquet(file, index=False)
    except ImportError:
        raise BadInput("Parquet is written by PyArrow: pip install 'danceoff[parquet]'") from None
    return file.getvalue()
