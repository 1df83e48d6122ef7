"""Names of the files and folders that a command writes; `-` is standard output."""

import argparse
from pathlib import Path


def folder(text: str) -> Path:
    """Take the name of a folder, which need not exist; refuse `-`, since the command prints lines of its own."""
    if text == "-":
        raise argparse.ArgumentTypeError("- is standard output, where other lines go: give it a name")
    return Path(text)


def file(text: str) -> Path:
    """Take the name of a file, and refuse a folder before any work is done; refuse `-`, too."""
    if (path := folder(text)).is_dir():
        raise IsADirectoryError(0, "is a folder", text)
    return path


def text_file(text: str) -> Path | None:
    """Take the name of a file for all output of the command; None for standard output."""
    return None if text == "-" else file(text)
