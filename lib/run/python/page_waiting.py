"""Waiting without sockets: asyncio's own loop over a clock, with programs that run at once, and pools that do their work at once."""

import asyncio
import asyncio.subprocess
import concurrent.futures
import subprocess
import time
from asyncio import base_events, events
from concurrent.futures import thread


class _Clock:
    """In the place of a selector: there is nothing to be heard from, but time passes."""

    def select(self, timeout):
        if timeout is None:
            raise RuntimeError("Every task waits for something that cannot come: there are no threads and no network here")
        if timeout > 0:
            time.sleep(timeout)
        return []

    def close(self):
        pass


class Loop(base_events.BaseEventLoop):
    """CPython's event loop, with which `asyncio.run` works as it does elsewhere."""

    def __init__(self):
        super().__init__()
        self._selector = _Clock()

    def _process_events(self, _):
        pass

    def _write_to_self(self):
        pass

    def run_in_executor(self, executor, func, *args):
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future


class Reader:
    """What a program printed, which has ended."""

    def __init__(self, file):
        self._file = file

    async def read(self, size=-1):
        return self._file.read(size)

    async def readline(self):
        return self._file.readline()

    def __aiter__(self):
        return self

    async def __anext__(self):
        line = self._file.readline()
        if not line:
            raise StopAsyncIteration
        return line


class Process:
    """`asyncio.subprocess.Process` over one that has run to its end by the time that anything is asked of it."""

    def __init__(self, process):
        self._process, self.pid = process, process.pid
        self.stdin = process.stdin and Writer(process.stdin)
        self.stdout = process.stdout and Reader(process.stdout)
        self.stderr = process.stderr and Reader(process.stderr)
        self.send_signal, self.terminate, self.kill = process.send_signal, process.terminate, process.kill

    @property
    def returncode(self):
        return self._process.returncode

    async def communicate(self, input=None):
        return self._process.communicate(input)

    async def wait(self):
        return self._process.wait()


class Writer:
    """What a program is given, which begins once that is closed."""

    def __init__(self, file):
        self.write, self.writelines, self.close = file.write, file.writelines, file.close

    async def drain(self):
        pass

    wait_closed = drain


async def _start_program(program, *args, limit=None, **options):
    return Process(subprocess.Popen([program, *args], **options))


async def _start_line(line, limit=None, **options):
    return Process(subprocess.Popen(line, shell=True, **options))


class _Policy(events._BaseDefaultEventLoopPolicy):
    _loop_factory = Loop


class Pool(thread.ThreadPoolExecutor):
    """A pool of one that has done its work before it is asked for."""

    def submit(self, fn, /, *args, **kwargs):
        if self._shutdown:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future = concurrent.futures.Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:
            if not isinstance(error, Exception):
                raise
            future.set_exception(error)
        return future


class Processes(Pool):
    """The same, as a page has no other process."""

    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        super().__init__(max_workers, initializer=initializer, initargs=initargs)
        if initializer is not None:
            initializer(*initargs)


def install():
    events._set_running_loop(None)
    events._set_event_loop_policy(_Policy())
    asyncio.SelectorEventLoop = asyncio.EventLoop = Loop
    asyncio.subprocess.Process = Process
    asyncio.create_subprocess_exec = asyncio.subprocess.create_subprocess_exec = _start_program
    asyncio.create_subprocess_shell = asyncio.subprocess.create_subprocess_shell = _start_line
    concurrent.futures.ThreadPoolExecutor = thread.ThreadPoolExecutor = Pool
    concurrent.futures.ProcessPoolExecutor = Processes
