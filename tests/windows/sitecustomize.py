"""A system like Windows, for code of ours: every process that finds this folder on its path has it, and so have those that it begins.

Modules of ruledsl that import `os`, `sys` or `signal` get one that lacks what Windows lacks and does what Windows does: files are opened as text
unless somebody says otherwise, they have neither owners nor modes, one that is open can be neither removed nor replaced, folders cannot be opened.
Modules that only POSIX has cannot be imported, `msvcrt` can. Libraries keep the system that they run on; pathlib and shutil, by which our code
removes and replaces files, follow the rules for those. Paths are not doubled: they keep their slashes.

Whatever is done that Windows does not do raises an error, and stands in the file `$WINDOWS_COMPLAINTS` in case that somebody catches it.
"""

import builtins
import errno
import fcntl
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import sys
import types
from pathlib import Path

ONLY_POSIX = {
    "fcntl",
    "resource",
    "pwd",
    "grp",
    "termios",
    "tty",
    "pty",
    "posix",
    "readline",
    "curses",
    "syslog",
}
MISSING = """
O_NONBLOCK O_NDELAY O_NOFOLLOW O_DIRECTORY O_CLOEXEC O_SYNC O_DSYNC O_RSYNC O_ASYNC O_NOCTTY O_NOATIME O_PATH O_TMPFILE O_DIRECT O_LARGEFILE
nice getpriority setpriority PRIO_PROCESS PRIO_PGRP PRIO_USER getuid geteuid getgid getegid getgroups getresuid getresgid setuid seteuid setgid
setegid setgroups setreuid setregid setresuid setresgid initgroups getpgid getpgrp setpgid setpgrp getsid setsid killpg fork forkpty
wait wait3 wait4 waitid
WNOHANG WIFEXITED WEXITSTATUS WIFSIGNALED WTERMSIG register_at_fork posix_spawn posix_spawnp
chown lchown fchown fchmod chroot fchdir mkfifo mknod
makedev major minor statvfs fstatvfs sched_yield sched_getaffinity sched_setaffinity sched_getscheduler uname getloadavg sysconf confstr pathconf
fpathconf ctermid ttyname openpty tcgetpgrp tcsetpgrp pread pwrite readv writev preadv pwritev sendfile copy_file_range splice posix_fallocate
posix_fadvise fdatasync sync lockf set_blocking get_blocking pipe2 getxattr setxattr listxattr removexattr memfd_create eventfd pidfd_open
getrandom supports_dir_fd fwalk environb getenvb
""".split()
MISSING_SIGNALS = {
    name for name in dir(signal) if name.startswith("SIG") and isinstance(getattr(signal, name), int)
} - {
    "SIGABRT",
    "SIGFPE",
    "SIGILL",
    "SIGINT",
    "SIGSEGV",
    "SIGTERM",
    "SIG_DFL",
    "SIG_IGN",
}
MISSING_OF_SIGNAL = {
    *MISSING_SIGNALS,
    *"alarm pause setitimer getitimer siginterrupt sigwait sigwaitinfo sigtimedwait pthread_kill pthread_sigmask".split(),
}
O_BINARY = 1 << 29
"""None that this system knows."""
BELOW_NORMAL = 0x4000


def complain(what):
    """Something that Windows does not do."""
    if os.environ.get("WINDOWS_COMPLAINTS"):
        with open(os.environ["WINDOWS_COMPLAINTS"], "a", encoding="utf-8") as file:
            file.write(what + "\n")


class Double(types.ModuleType):
    """A module like another one, but for what is missing and what is another."""

    def __init__(self, real, missing, **others):
        for name, other in {"_real": real, "_missing": frozenset(missing), **others}.items():
            super().__setattr__(name, other)
        super().__init__(real.__name__)

    def __getattr__(self, name):
        if name in self._missing:
            if name not in LOOKED_FOR:
                complain(f"{self._real.__name__}.{name} is not there")
            raise AttributeError(
                f"module {self._real.__name__!r} has no attribute {name!r} on Windows", name=name
            )
        return getattr(self._real, name)

    def __setattr__(self, name, value):
        setattr(self._real, name, value)


LOOKED_FOR = {"O_NONBLOCK", "O_NOFOLLOW", "O_CLOEXEC", "sched_getaffinity", "SIGHUP"}
"""Our code asks whether these are there."""


def absent(function, *, without):
    """The same function of `os`, without what Windows cannot be given: handles of folders, handles instead of paths."""

    def called(*given, **named):
        for name in without:
            if named.pop(name, None) is not None:
                complain(f"{function.__name__} with {name}")
                raise NotImplementedError(f"{name} unavailable on this platform")
        if isinstance(given[0] if given else None, int):
            complain(f"{function.__name__} of a handle")
            raise TypeError(f"{function.__name__}: path should be string, bytes or os.PathLike, not int")
        return function(*given, **named)

    return called


def opened(path, flags, mode=0o777, *, dir_fd=None):
    if dir_fd is not None:
        complain("open with dir_fd")
        raise NotImplementedError("dir_fd unavailable on this platform")
    if os.path.isdir(path):
        raise PermissionError(errno.EACCES, "Permission denied", os.fspath(path))
    if not flags & O_BINARY and os.fspath(path) != os.devnull:
        complain(f"{path} is opened as text: line ends become others")
    return os.open(path, flags & ~O_BINARY, mode)


def plain(info):
    """Neither owner nor mode, but for files that can only be read."""
    kind = stat.S_IFMT(info.st_mode)
    bits = 0o777 if kind == stat.S_IFDIR else 0o666 if info.st_mode & stat.S_IWUSR else 0o444
    return os.stat_result(
        (kind | bits, *tuple(info)[1:4], 0, 0, *tuple(info)[6:]),
        {n: getattr(info, n) for n in ("st_atime_ns", "st_mtime_ns", "st_ctime_ns")},
    )


def is_open(path):
    """Has this process such a file open?"""
    real = os.path.realpath(path)
    for handle in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{handle}") == real and os.path.isfile(real):
                return True
        except OSError:
            continue
    return False


def free(*paths):
    """Files that are open stay."""
    for path in paths:
        if not isinstance(path, int) and is_open(path):
            complain(f"{path} is open and was to be removed or replaced")
            raise PermissionError(
                errno.EACCES,
                "The process cannot access the file because it is being used by another process",
                os.fspath(path),
            )


def moved(source, target):
    if os.path.lexists(target):
        raise FileExistsError(
            errno.EEXIST, "Cannot create a file when that file already exists", os.fspath(target)
        )
    free(source)
    return os.rename(source, target)


def replaced(source, target):
    free(source, target)
    if os.path.isdir(target):
        raise PermissionError(errno.EACCES, "Access is denied", os.fspath(target))
    return os.replace(source, target)


def removed(path, **named):
    free(path)
    return os.unlink(path, **named)


AS_FILES = {
    "stat": lambda path, **named: plain(os.stat(path, **named)),
    "lstat": lambda path: plain(os.lstat(path)),
    "fstat": lambda handle: plain(os.fstat(handle)),
    "rename": moved,
    "replace": replaced,
    "unlink": removed,
    "remove": removed,
}
OF_OURS = {
    **{
        name: absent(done, without=("dir_fd", "src_dir_fd", "dst_dir_fd"))
        for name, done in AS_FILES.items()
        if name not in ("fstat", "stat")
    },
    **{
        name: absent(getattr(os, name), without=("dir_fd", "src_dir_fd", "dst_dir_fd"))
        for name in ("utime", "scandir", "mkdir", "link", "access", "chmod")
    },
    "stat": absent(AS_FILES["stat"], without=("dir_fd",)),
    "fstat": AS_FILES["fstat"],
    "open": opened,
    "name": "nt",
    "O_BINARY": O_BINARY,
    "O_NOINHERIT": 0x80,
}


def locking(handle, mode, count):
    """Bytes from where the file stands; locks of POSIX belong to a process, which is enough for two of them."""
    here = os.lseek(handle, 0, os.SEEK_CUR)
    try:
        fcntl.lockf(handle, fcntl.LOCK_UN if mode == 0 else fcntl.LOCK_EX | fcntl.LOCK_NB, count, here)
    except BlockingIOError:
        raise PermissionError(errno.EACCES, "Permission denied") from None


def deaf(number, handler):
    if signal.Signals(number).name in MISSING_SIGNALS:
        complain(f"a handler for {signal.Signals(number).name}")
        raise ValueError("invalid signal value")
    return signal.signal(number, handler)


DOUBLES = {
    "os": Double(os, MISSING, **OF_OURS),
    "sys": Double(sys, (), platform="win32"),
    "signal": Double(signal, MISSING_OF_SIGNAL, signal=deaf),
}
MSVCRT = types.ModuleType("msvcrt")
MSVCRT.__dict__.update(locking=locking, LK_UNLCK=0, LK_LOCK=1, LK_NBLCK=2)


def is_ours(names):
    if not names:
        return False
    spec = names.get("__spec__")
    name = spec.name if names.get("__name__") == "__main__" and spec else names.get("__name__") or ""
    return name.partition(".")[0] == "ruledsl"


def imported(name, globals=None, locals=None, fromlist=(), level=0):  # noqa: A002 - as it is called
    if not level and is_ours(globals):
        first = name.partition(".")[0]
        if first in ONLY_POSIX:
            complain(f"{first} is imported")
            raise ModuleNotFoundError(f"No module named {first!r}", name=first)
        if name in DOUBLES:
            return DOUBLES[name]
        if name == "msvcrt":
            return MSVCRT
        if name == "platformdirs":
            return _places()
    return _import(name, globals, locals, fromlist, level)


def _places():
    """platformdirs as it is on Windows, by the variables of the environment."""
    import platformdirs  # noqa: PLC0415 - the program may do without
    from platformdirs import windows  # noqa: PLC0415

    windows.get_win_folder = windows.get_win_folder_from_env_vars
    platformdirs.PlatformDirs = windows.Windows
    return platformdirs


def begun(self, *given, creationflags=0, preexec_fn=None, **named):
    """A process of a lower class is one that is nice."""
    if preexec_fn is not None:
        complain("preexec_fn")
        raise ValueError("preexec_fn is not supported on Windows platforms")
    _begin(self, *given, preexec_fn=(lambda: os.nice(4)) if creationflags & BELOW_NORMAL else None, **named)


_import = builtins.__import__
_begin = subprocess.Popen.__init__
subprocess.BELOW_NORMAL_PRIORITY_CLASS = BELOW_NORMAL
subprocess.Popen.__init__ = begun
builtins.__import__ = imported
files = Double(os, (), **AS_FILES)
for module in (pathlib, sys.modules.get("pathlib._local"), shutil):
    if module is not None and hasattr(module, "os"):
        module.os = files
shutil._use_fd_functions = False
assert Path is pathlib.Path
