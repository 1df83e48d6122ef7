"""The command line as tests call it: in their own process."""

from danceoff.experiments import cli


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    try:
        code = cli.main(arguments)
    except SystemExit as error:
        code = int(error.code or 0)
    out, err = capsys.readouterr()
    return code, out, err
