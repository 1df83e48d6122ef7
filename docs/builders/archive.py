"""`python -m builders.archive FOLDER`: write code, rows and environment into one file, to be cited.

The file holds what is committed, a list of what is installed here, and the SHA-256 of every file. Its bytes depend on
nothing else: the same commit in the same environment gives the same file.
"""

import gzip
import hashlib
import io
import json
import platform
import subprocess
import sys
import tarfile
import tomllib
from importlib import metadata
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.results.whole_file import write_whole
from danceoff.experiments.run.machine.provenance import provenance

ENVIRONMENT, MANIFEST = "environment.json", "MANIFEST.sha256"


def archive(root: Path, into: Path) -> Path:
    """Write the archive of the commit that is checked out in `root` to a folder, and return the path of the file.

    Raises BadInput if `root` is no repository, or files there differ from the commit.
    """
    if changed := _git(root, "status", "--porcelain").decode().splitlines():
        names = ", ".join([line[3:] for line in changed[:3]] + ["..."] * (len(changed) > 3))
        raise BadInput(f"{root}: not as committed: {names}; commit first")
    commit, seconds = _git(root, "log", "-1", "--format=%H %ct").decode().split()
    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    name = f"danceoff-{version}-archive"
    packed = io.BytesIO()
    digests: dict[str, str] = {}
    with (
        tarfile.open(fileobj=io.BytesIO(_git(root, "archive", "HEAD"))) as committed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as whole,
    ):

        def add(path: str, content: bytes) -> None:
            member = tarfile.TarInfo(f"{name}/{path}")
            member.size, member.mtime = len(content), int(seconds)
            whole.addfile(member, io.BytesIO(content))

        for member in committed.getmembers():
            file = committed.extractfile(member) if member.isfile() else None
            content = file.read() if file else b""
            if file:
                digests[member.name] = hashlib.sha256(content).hexdigest()
            member.name = f"{name}/{member.name}"
            whole.addfile(member, io.BytesIO(content))
        environment = json.dumps(_environment(commit), indent=2).encode() + b"\n"
        add(ENVIRONMENT, environment)
        digests[ENVIRONMENT] = hashlib.sha256(environment).hexdigest()
        add(MANIFEST, "".join(f"{digests[path]}  {path}\n" for path in sorted(digests)).encode())
    into.mkdir(parents=True, exist_ok=True)
    path = into / f"{name}.tar.gz"
    write_whole(path, gzip.compress(packed.getvalue(), mtime=0))
    return path


def _environment(commit: str) -> dict[str, object]:
    """What the figures depend on besides the code; neither the name of the machine nor any address."""
    here = provenance()
    packages = {one.metadata["Name"]: one.version for one in metadata.distributions() if one.metadata["Name"]}
    return {
        "commit": commit,
        "engines": here["engines"],
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "cpu": here["cpu"],
        "packages": dict(sorted(packages.items(), key=lambda package: package[0].lower())),
    }


def _git(root: Path, *words: str) -> bytes:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), "-c", "tar.umask=0022", *words], capture_output=True, check=False
        )
    except OSError as error:
        raise BadInput(f"an archive needs git: {error.strerror}") from None
    if done.returncode:
        raise BadInput(f"{root}: git {words[0]}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def main() -> int:
    """Write the archive of the working directory to the folder that is named."""
    try:
        path = archive(Path.cwd(), Path(sys.argv[1]))
    except BadInput as error:
        print(f"archive: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB, SHA-256 {hashlib.sha256(path.read_bytes()).hexdigest()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
