"""Other programs: whatever a script starts is a line for the shell that started the script, which has one program at a time.

So it runs to its end when it is started, or when its input is closed. A script's own standard input is not its children's.
"""

import errno
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from asyncio import events

import page_threads
from pyodide.ffi import can_run_sync, run_sync, to_js

_shell = None
_pause = None
_page_loop = None

PIPE, STDOUT, DEVNULL = subprocess.PIPE, subprocess.STDOUT, subprocess.DEVNULL


def connect(shell, pause):
    """
    shell: gives the promise of how a line ended; None where the browser cannot wait for one
    pause: gives a promise that is kept after seconds
    """
    global _shell, _pause
    _shell, _pause = shell, pause


def _wait(asked):
    """Waits for what the page promised. Pyodide does that by its own event loop, which programs see nothing of."""
    before = events._get_running_loop()
    events._set_running_loop(_page_loop)
    try:
        return run_sync(asked.promise)
    finally:
        events._set_running_loop(before)


def sleep(seconds):
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    page_threads.note_sleep()
    if _shell is not None and can_run_sync():
        _wait(_pause(seconds))
        return
    _busy_sleep(seconds)


def _ask(line, cwd, env, stdin, seconds=None):
    """How a line of shell ended: its exit code, what it printed and what it complained of.

    seconds: after these the shell begins nothing more
    """
    if _shell is None or not can_run_sync():
        raise OSError(errno.ENOSYS, "This browser cannot start a program from Python; a newer Chrome, Edge or Firefox can")
    if getattr(sys.stdout, "line_buffering", True):
        _flush()
    pairs = {os.fsdecode(name): os.fsdecode(value) for name, value in env.items()}
    facts = {"cwd": os.path.abspath(os.fsdecode(cwd)), "env": pairs}
    if seconds is not None:
        facts["timeout"] = round(seconds * 1000)
    ended = _wait(_shell(line, json.dumps(facts), to_js(bytes(stdin))))
    return ended.status, ended.out.to_bytes(), ended.err.to_bytes()


def _flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            pass


def _write_all(number, data):
    view = memoryview(data)
    while view:
        view = view[os.write(number, view) :]


class _Input(io.BytesIO):
    """What a script writes to a program that waits for it."""

    def __init__(self, process):
        super().__init__()
        self._process = process
        self.written = b""

    def close(self):
        if not self.closed:
            self.written = self.getvalue()
            super().close()
            if not _timed:
                self._process._run()

    def flush(self):
        if not self.closed:
            super().flush()


class _Output(io.RawIOBase):
    """What a program printed; asked for, it is run."""

    def __init__(self, process, stream):
        super().__init__()
        self._process, self._stream, self._at = process, stream, 0

    def readable(self):
        return True

    def readinto(self, buffer):
        self._process._run()
        data = self._process._printed[self._stream]
        part = data[self._at : self._at + len(buffer)]
        buffer[: len(part)] = part
        self._at += len(part)
        return len(part)


# Exit codes that say so much more often than a program chooses them, and what ends a program that does not listen to it.
BY_SIGNAL = (128 + signal.SIGKILL, 128 + signal.SIGTERM)
ENDING = (signal.SIGTERM, signal.SIGKILL, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)


class Popen:
    """`subprocess.Popen` for programs that run at once, and to their end: when they are started, or when their input is all there."""

    _pids = 100

    def __init__(
        self,
        args,
        bufsize=-1,
        executable=None,
        stdin=None,
        stdout=None,
        stderr=None,
        preexec_fn=None,
        close_fds=True,
        shell=False,
        cwd=None,
        env=None,
        universal_newlines=None,
        startupinfo=None,
        creationflags=0,
        restore_signals=True,
        start_new_session=False,
        pass_fds=(),
        *,
        user=None,
        group=None,
        extra_groups=None,
        encoding=None,
        errors=None,
        text=None,
        umask=-1,
        pipesize=-1,
        process_group=None,
    ):
        self.args = args
        self.returncode = None
        Popen._pids += 1
        self.pid = Popen._pids
        self.encoding, self.errors = encoding, errors
        self.text_mode = bool(encoding or errors or text or universal_newlines)
        self._printed = {"out": b"", "err": b""}
        self._shell_line, self._name = _line_of(args, shell)
        self._env = os.environ if env is None else env
        self._cwd = os.getcwd() if cwd is None else cwd
        if not os.path.isdir(self._cwd):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fsdecode(self._cwd))
        self._given = stdin
        self._to = {"out": stdout, "err": stderr}
        self._is_run = False
        self._is_late = False
        self._took = self._ended = 0
        self._raw_input = _Input(self) if stdin == PIPE else None
        self.stdin = self._raw_input and self._in_mode(self._raw_input, write_through=True)
        self.stdout = self._reader("out") if stdout == PIPE else None
        self.stderr = self._reader("err") if stderr == PIPE else None
        if stdin != PIPE and not _timed:
            self._run()

    def __class_getitem__(cls, _):
        return cls

    @property
    def universal_newlines(self):
        return self.text_mode

    def _reader(self, stream):
        return self._in_mode(io.BufferedReader(_Output(self, stream)))

    def _in_mode(self, binary, **options):
        if not self.text_mode:
            return binary
        return io.TextIOWrapper(binary, encoding=self.encoding or "utf-8", errors=self.errors, **options)

    def _input(self):
        if self._raw_input is not None:
            return self._raw_input.written if self._raw_input.closed else self._raw_input.getvalue()
        if self._given is None or self._given == DEVNULL:
            return b""
        if isinstance(self._given, int):
            with open(self._given, "rb", closefd=False) as file:
                return file.read()
        data = self._given.read()
        return data.encode() if isinstance(data, str) else data

    def _run(self, seconds=None):
        if self._is_run:
            return
        self._is_run = True
        began = time.monotonic()
        line = self._shell_line
        if self._name is not None and "PWD" not in self._env:
            # The shell in between would add it.
            line = f"export -n PWD; {line}"
        if self._to["err"] == STDOUT:
            line = f"{{ {line}\n}} 2>&1"
        status, out, err = _ask(line, self._cwd, self._env, self._input(), seconds)
        self._ended = time.monotonic()
        self._took = self._ended - began
        self._is_late = seconds is not None and self._took >= seconds
        if status in (126, 127) and self._name is not None:
            _require_there(self._name, status, out + err)
        # A shell tells of a signal with 128 more, and subprocess with a minus.
        self.returncode = 128 - status if status in BY_SIGNAL else status
        for stream, data in (("out", out), ("err", err)):
            self._deliver(stream, data)

    def _deliver(self, stream, data):
        to = self._to[stream]
        if to == PIPE:
            self._printed[stream] = data
        elif to is None:
            _write_all(1 if stream == "out" else 2, data)
        elif to not in (DEVNULL, STDOUT):
            if not isinstance(to, int):
                to.flush()
                to = to.fileno()
            _write_all(to, data)

    def poll(self):
        if self._raw_input is None or self._raw_input.closed:
            self._run()
        # Who has been told that it is over cannot end it any more.
        self._took = 0
        return self.returncode

    def wait(self, timeout=None):
        self._run(timeout)
        self._took = 0
        if self._is_late:
            self._expire(timeout)
        return self.returncode

    def _expire(self, timeout):
        """Where it took longer than it was given: it is over, and told as if it had been waited for in vain."""
        self._is_late = False
        self.returncode = -15
        given = (self._printed[each] or None for each in ("out", "err"))
        raise subprocess.TimeoutExpired(self.args, timeout, *given)

    def communicate(self, input=None, timeout=None):
        if self.stdin and not self.stdin.closed:
            if input:
                self.stdin.write(input)
            self.stdin.close()
        elif input and self.stdin is None:
            raise ValueError("Cannot send input after starting communication")
        self._run(timeout)
        self._took = 0
        if self._is_late:
            self._expire(timeout)
        return (self.stdout and self.stdout.read(), self.stderr and self.stderr.read())

    def send_signal(self, sig):
        """It has run to its end, or has not begun: where it would be running still beside this program, it ends by the signal."""
        if sig not in ENDING:
            return
        if not self._is_run:
            self._is_run = True
            self.returncode = -sig
        elif time.monotonic() - self._ended < self._took:
            self.returncode = -sig
            self._took = 0

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream:
                stream.close()
        self.wait()

    def __repr__(self):
        return f"<Popen: returncode: {self.returncode} args: {self.args!r}>"


# Whether what is started now waits to be run until it is known how long it may take.
_timed = False


def run(*args, timeout=None, **options):
    """`subprocess.run`, and what is made of it: a program begins once its time is known."""
    global _timed
    _timed = timeout is not None
    try:
        return _whole_run(*args, timeout=timeout, **options)
    finally:
        _timed = False


def call(*args, timeout=None, **options):
    return run(*args, timeout=timeout, **options).returncode


_whole_run = subprocess.run


def _line_of(args, shell):
    """The line of shell, and the name of the program where it is started without one."""
    if isinstance(args, (str, bytes, os.PathLike)):
        text = os.fsdecode(args)
        return (text, None) if shell else (shlex.quote(text), text)
    words = [os.fsdecode(word) for word in args]
    if shell:
        return shlex.join(["sh", "-c", *words]), None
    return shlex.join(words), words[0]


def _require_there(name, status, said):
    text = said.decode("utf-8", "replace")
    if status == 127 and text.startswith(f"{os.path.basename(name)}: not available: "):
        print(text, end="", file=sys.stderr)
    elif status == 127 and not re.match(r"(?:bash: )?.*: (?:command not found|No such file or directory)\n?$", text):
        return
    elif status == 126 and not text.rstrip().endswith("Permission denied"):
        return
    kind = FileNotFoundError if status == 127 else PermissionError
    number = errno.ENOENT if status == 127 else errno.EACCES
    raise kind(number, os.strerror(number), name)


def system(command):
    """`os.system`: how the line ended, as `os.waitpid` tells it."""
    status, out, err = _ask(os.fsdecode(command), os.getcwd(), os.environ, b"")
    _write_all(1, out)
    _write_all(2, err)
    return status << 8


def _replace_program(name, args, env=None):
    """`os.exec…`: the other program, and then nothing more."""
    process = Popen([name, *args[1:]], env=env)
    _flush()
    raise SystemExit(process.wait())


def _end(code):
    """`os._exit`: nothing more is done, and nothing that was printed is lost."""
    global is_over
    is_over = True
    _flush()
    raise Ended(code & 255)


# Whether the program has ended without what it had for its end.
is_over = False


class Ended(BaseException):
    """The end of a program that asks nobody."""


def _send_signal(pid, number):
    """`os.kill`: of itself, as there is no other process."""
    if pid not in (0, os.getpid()):
        raise ProcessLookupError(errno.ESRCH, os.strerror(errno.ESRCH))
    if number == 0:
        return
    handler = signal.getsignal(number)
    if callable(handler):
        handler(number, None)
    elif handler != signal.SIG_IGN:
        _end(128 + number)


def _no_fork(*_):
    raise OSError(errno.ENOSYS, "There is one process in a page")


_busy_sleep = time.sleep


def install(original_sleep, page_loop):
    """Puts these in the places of what Python has for a whole system."""
    global _busy_sleep, _page_loop
    _busy_sleep, _page_loop = original_sleep, page_loop
    time.sleep = sleep
    subprocess.Popen = Popen
    subprocess.run = run
    subprocess.call = call
    os.system = system
    os._exit = _end
    os.abort = lambda: _end(128 + signal.SIGABRT)
    os.kill = _send_signal
    os.fork = os.forkpty = _no_fork
    os.execv = os.execvp = _replace_program
    os.execve = os.execvpe = _replace_program
    os.execl = os.execlp = lambda name, *args: _replace_program(name, args)
    # As `id -u` and `nproc` say.
    os.getuid = os.geteuid = os.getgid = os.getegid = lambda: 1000
    os.cpu_count = os.process_cpu_count = lambda: 1
    named = os.uname_result(("Linux", "page", "6.0.0", "#1", "x86_64"))
    os.uname = lambda: named
