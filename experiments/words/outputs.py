"""Names of files and folders on the command line that a command writes; `-` is standard output."""

import argparse
from pathlib import Path


def folder(text: str) -> Path:
    """Take the name of a folder, which may not exist; refuses `-`, since the command prints its own lines."""
    if text == "-":
        raise argparse.ArgumentTypeError("- is standard output, where other lines go: give it a name")
    return Path(text)


def file(text: str) -> Path:
    """Take the name of a file, before any work is done; refuses a folder, too."""
    if (path := folder(text)).is_dir():
        raise IsADirectoryError(0, "is a folder", text)
    return path


def text_file(text: str) -> Path | None:
    """Take the name of a file for all that the command writes; None for standard output."""
    return None if text == "-" else file(text)
