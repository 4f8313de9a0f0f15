"""Waiting without threads and sockets: asyncio's own loop over a clock, and pools that do their work at once."""

import asyncio
import concurrent.futures
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


def install():
    events._set_running_loop(None)
    events._set_event_loop_policy(_Policy())
    asyncio.SelectorEventLoop = asyncio.EventLoop = Loop
    concurrent.futures.ThreadPoolExecutor = thread.ThreadPoolExecutor = Pool
