"""`danceoff export`: write a problem as text that other programs read."""

import argparse
import gzip

from danceoff.experiments import BadInput
from danceoff.experiments.commands import sources
from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.results.whole_file import write_text, write_whole
from danceoff.experiments.words.outputs import text_file
from danceoff.problems.formats import FORMATS, WRITTEN
from danceoff.problems.model.arguments import choices

BUSY = "reading and writing the problem"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    sources.add_to(parser)
    parser.add_argument("--format", required=True, choices=WRITTEN)
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        help="of clauses (cnf, wcnf); default: pairwise; danceoff list solvers sat explains all",
    )
    parser.add_argument("-o", "--output", type=text_file, metavar="FILE", help="default: standard output")


def run(args: argparse.Namespace) -> int:
    """Write the problem to a file, gzipped if its format requires it, or as plain text to standard output."""
    from danceoff.problems.sources import write  # late: readers and NumPy, 0.1 s

    if args.encoding is not None:
        _check_encoding(args.encoding, args.format)
    text = write(sources.source_of(args), args.format, args.encoding or "")
    if args.output and FORMATS[args.format].is_gzipped:
        write_whole(args.output, gzip.compress(text.encode(), mtime=0))
    else:
        write_text(args.output, text)
    return DONE


def _check_encoding(name: str, form: str) -> None:
    from danceoff.solvers.sat.clauses.cnf import ENCODINGS

    if not FORMATS[form].has_encodings:
        with_encodings = " and ".join(other for other in WRITTEN if FORMATS[other].has_encodings)
        raise BadInput(f"--encoding goes with --format {with_encodings}, not with {form}")
    if name not in ENCODINGS:
        raise BadInput(f"unknown encoding {name!r}; {choices(name, ENCODINGS)}")
