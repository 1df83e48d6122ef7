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
    script: str = _LICENCE + vl_convert.javascript_bundle(_SNIPPET).replace("</script", "<\\/script")
    with suppress(OSError):  # a read-only installation
        _CACHE.mkdir(exist_ok=True)
        write_whole(file, script)
    return script


_LICENCE = """/*
Vega, Vega-Lite, Vega-Embed and Vega-Tooltip. Copyright (c) 2015-2023, University of Washington Interactive Data Lab.
All rights reserved.

Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met: 1. Redistributions of source code must retain the above copyright notice, this list of
conditions and the following disclaimer. 2. Redistributions in binary form must reproduce the above copyright notice,
this list of conditions and the following disclaimer in the documentation and/or other materials provided with the
distribution. 3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or
promote products derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY,
WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF
THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
"""
