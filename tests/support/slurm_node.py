"""A Slurm of one node on this machine, without systemd and accounting: started and stopped by hand, as root.

Debian's packages slurmctld, slurmd, slurm-client and munge; `python tests/support/slurm_node.py` starts it, and stops
it when it reads the end of its input.
"""

import os
import platform
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue")
_PATIENCE_S = 60
_CONFIGURATION = """ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=test Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def missing() -> str:
    """Why there can be no Slurm here; nothing where there can."""
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"])
    absent = [name for name in PROGRAMS if not shutil.which(name, path=path)]
    if absent:
        return f"needs Debian's slurmctld, slurmd, slurm-client and munge ({', '.join(absent)} are not there)"
    return "" if os.getuid() == 0 else "only root can start its daemons"


@contextmanager
def slurm_node(folder: Path) -> Iterator[dict[str, str]]:
    """Start it, with all that it writes in the folder; the environment by which its commands find it."""
    for name in ("state", "spool"):
        (folder / name).mkdir(parents=True)
    key = folder / "munge.key"
    key.write_bytes(os.urandom(1024))
    key.chmod(0o400)
    host = platform.node().split(".")[0]
    configuration = folder / "slurm.conf"
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        ports = [listening.getsockname()[1] for listening in (one, other)]  # several nodes may be up at once
    configuration.write_text(_CONFIGURATION.format(host=host, folder=folder, cpus=os.cpu_count(), ports=ports))
    environment = {**os.environ, "SLURM_CONF": str(configuration)}
    environment["PATH"] += os.pathsep + "/usr/sbin"
    munge = [f"--key-file={key}", f"--socket={folder}/munge.socket", f"--pid-file={folder}/munge.pid"]
    munge += [f"--log-file={folder}/munge.log", f"--seed-file={folder}/munge.seed", "--foreground", "--force"]
    daemons: list[subprocess.Popen[bytes]] = []
    try:
        for command in (["munged", *munge], ["slurmctld", "-D"], ["slurmd", "-D", "-N", host]):
            log = (folder / f"{command[0]}.out").open("wb")
            daemons.append(subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True))
            time.sleep(0.5)
        _wait_until_idle(environment)
        yield environment
    finally:
        for daemon in reversed(daemons):
            daemon.terminate()
        for daemon in daemons:
            daemon.wait(30)


def _wait_until_idle(environment: dict[str, str]) -> None:
    command = ["sinfo", "--noheader", "--format", "%t"]
    for _ in range(_PATIENCE_S):
        said = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if said.stdout.strip() == "idle":
            return
        time.sleep(1)
    raise RuntimeError(f"the node does not come up: {said.stdout}{said.stderr}")


if __name__ == "__main__":
    with slurm_node(Path(sys.argv[1])) as started:
        print(f"SLURM_CONF={started['SLURM_CONF']}", flush=True)
        sys.stdin.read()
