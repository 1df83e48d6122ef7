"""`danceoff serve`: answer agents by the Model Context Protocol, through standard input and output."""

import argparse
import os
import signal
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock
from typing import Any

from danceoff.experiments import BadInput
from danceoff.experiments.cli import described
from danceoff.experiments.commands.exits import DONE, INTERRUPTED
from danceoff.experiments.terminal.say import say

_PATIENCE_S = 5.0


def run(_args: argparse.Namespace) -> int:
    """Serve until standard input ends; raises BadInput if mcp is not installed."""
    try:
        import anyio  # late: `mcp`, 0.5 s, which is an extra
        import mcp  # noqa: F401 - so that it is missed here

        # asyncio would answer Ctrl-C only once standard input ends
        signal.signal(signal.SIGINT, signal.getsignal(signal.SIGTERM))
        with TemporaryDirectory(prefix="danceoff-serve-", ignore_cleanup_errors=True) as folder:
            busy = Lock()
            try:
                anyio.run(_serve, Path(folder), busy)
            finally:
                busy.acquire(timeout=_PATIENCE_S)  # a call that is being stopped removes its files
    except ModuleNotFoundError as error:
        if error.name not in ("anyio", "mcp", "mcp_types"):
            raise
        raise BadInput("danceoff serve needs mcp: pip install 'danceoff[serve]'") from None
    except KeyboardInterrupt:  # a thread still waits for standard input, and Python would wait for the thread
        say("danceoff: interrupted", error=True)
        os._exit(INTERRUPTED)
    return DONE


async def _serve(folder: Path, busy: Lock) -> None:
    """Serve.

    folder: for the files of calls; it is removed when the server ends, however the server ends.
    busy: is held while a call is under way.
    """
    import anyio.to_thread
    import mcp_types
    from mcp.server import Server
    from mcp.server.stdio import stdio_server

    from danceoff.experiments.commands.serve_tools import TOOLS, answered

    one_at_a_time = anyio.Lock()

    async def tools(*_: object) -> Any:
        listed = (mcp_types.Tool(name=name, **about) for name, about in TOOLS.items())
        return mcp_types.ListToolsResult(tools=[*listed])

    async def call(_context: object, asked: Any) -> Any:
        stop, is_error = Event(), True

        def work() -> str:
            with busy:
                return answered(asked.name, asked.arguments or {}, stop, folder)

        try:
            async with one_at_a_time:
                text = await anyio.to_thread.run_sync(work, abandon_on_cancel=True)
            is_error = False
        except BadInput as error:
            text = " ".join(str(error).split())
        except Exception as error:  # noqa: BLE001 - a defect, and users never see a traceback
            text = described(error)
        finally:
            stop.set()
        return mcp_types.CallToolResult(content=[mcp_types.TextContent(text=text)], is_error=is_error)

    advice = "Exact cover, solved and checked. `danceoff skill` prints the model. Certify what you claim."
    server = Server("danceoff", instructions=advice, on_list_tools=tools, on_call_tool=call)
    async with stdio_server() as streams:
        await server.run(*streams, server.create_initialization_options())
