"""Vega, Vega-Lite and Vega-Embed as one script, from the package that also draws the figures."""

from contextlib import suppress
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

from danceoff.experiments import BadInput
from danceoff.experiments.results.whole_file import write_whole

_SNIPPET = "window.vegaEmbed = vegaEmbed;"
_INSTALL = "pip install 'danceoff[figures]'"
_CACHE = Path(__file__).parent / "__pycache__"


def converter() -> ModuleType:
    """Return the package vl-convert; raises BadInput if it is not installed."""
    try:
        return import_module("vl_convert")
    except ModuleNotFoundError:
        raise BadInput(f"the charts and the figures of a report need vl-convert: {_INSTALL}") from None


def bundle() -> str:
    """Return the script, about 0.9 MB, with its licence; bundling takes seconds, so it is cached in `__pycache__`.

    Raises BadInput as `converter` does.
    """
    vl_convert = converter()
    file = _CACHE / f"vega-{version('vl-convert-python')}.js"
    with suppress(OSError):
        return file.read_text(encoding="utf-8")
    licence = (Path(__file__).parent / "vega-licence.txt").read_text(encoding="utf-8")
    script: str = licence + vl_convert.javascript_bundle(_SNIPPET).replace("</script", "<\\/script")
    with suppress(OSError):  # a read-only installation
        _CACHE.mkdir(exist_ok=True)
        write_whole(file, script)
    return script
