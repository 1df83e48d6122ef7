"""Takes away what Python lacks on Windows. Each interpreter that has this folder on PYTHONPATH imports it at its start.

On Windows it does nothing. What Python and other packages need on Linux is imported before, or keeps what it has:
NumPy needs `os.uname`, pytest `os.getuid`, and files of /proc, which Windows lacks, are read by `os.pread`.
"""

import multiprocessing.connection
import multiprocessing.util  # noqa: F401
import os
import signal
import subprocess
import sys
import sysconfig
from types import SimpleNamespace

import psutil  # noqa: F401

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
OF_OS = (
    "O_NONBLOCK", "O_PATH", "POSIX_SPAWN_DUP2", "WNOHANG", "fork", "getpgid", "killpg", "memfd_create", "mkfifo",
    "pidfd_open", "posix_spawn", "sched_getaffinity", "sched_setaffinity", "setsid", "sysconf", "wait4", "waitid",
    "waitpid",
)  # fmt: skip
OF_SIGNAL = (
    "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGSTOP", "SIGUSR1", "pthread_sigmask",
    "setitimer", "sigtimedwait", "sigwait",
)  # fmt: skip

if os.name == "posix":
    sysconfig.get_config_vars()  # in a file that is named for the system
    subprocess.os, subprocess.signal = (SimpleNamespace(**vars(one)) for one in (os, signal))
    sys.platform = "unlike linux"  # "win32" would have other packages look for files of Windows
    sys.modules.update(dict.fromkeys(MODULES))
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL)):
        for name in names:
            vars(module).pop(name, None)  # not every system has all of them
