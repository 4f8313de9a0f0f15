"""Threads without threads: one runs to its end when it is started or, where its code may wait for another, when another waits.

A daemon that would wait for good is ended; any other, and who waits for it then, gets an error.
"""

import contextvars
import queue
import sys
import threading
import time
import types

# What code calls that waits for another thread.
WAITING = {"acquire", "get", "join", "wait", "wait_for"}

_allocate = threading.Lock
_due = []
_running = []
_is_told = False


def _names(code):
    """The names that a function uses, with those of the functions inside it."""
    inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _may_wait(thread):
    run = type(thread).run
    code = getattr(thread._target if run is threading.Thread.run else run, "__code__", None)
    return code is not None and not WAITING.isdisjoint(_names(code))


def _run(thread):
    _due.remove(thread)
    _running.append(thread)
    number = threading.get_ident()
    outer = threading._active[number]
    threading._limbo[thread] = thread
    try:
        thread._bootstrap_inner()
    finally:
        threading._active[number] = outer
        _running.pop()
        thread._is_over = True


def _go_on(timeout=None):
    """Runs a thread that is due. @returns False where there is none and the time is over"""
    if _due:
        _run(_due[0])
        return True
    if timeout is not None and timeout >= 0:
        time.sleep(timeout)
        return False
    if _running and _running[-1].daemon:
        raise SystemExit
    raise RuntimeError("Every thread waits for something that cannot come: they run one after the other here")


def _start(self):
    if not self._initialized:
        raise RuntimeError("thread.__init__() not called")
    if self._started.is_set():
        raise RuntimeError("threads can only be started once")
    self._started.set()
    self._is_over = False
    self._context = self._context or contextvars.Context()
    _due.append(self)
    if not _may_wait(self):
        _run(self)


def _join(self, timeout=None):
    if not self._started.is_set():
        raise RuntimeError("cannot join thread before it is started")
    if self is threading.current_thread():
        raise RuntimeError("cannot join current thread")
    if self in _due:
        _run(self)
    if not self._is_over:
        _go_on(timeout)


def _wait_for_notice(self, timeout=None):
    """`Condition.wait`: who waits asks again for what it waits for."""
    if not self._is_owned():
        raise RuntimeError("cannot wait on un-acquired lock")
    saved = self._release_save()
    try:
        return _go_on(timeout)
    finally:
        self._acquire_restore(saved)


def _wait_for_event(self, timeout=None):
    while not self._flag and _go_on(timeout):
        pass
    return self._flag


def _put(self, item, block=True, timeout=None):
    """`Queue.put`: who may wait for room need not, as others take from it only later."""
    size = self.maxsize
    self.maxsize = 0 if block else size
    try:
        _whole_put(self, item, block, timeout)
    finally:
        self.maxsize = size


_whole_put = queue.Queue.put


class Lock:
    def __init__(self):
        self._lock = _allocate()
        self.release, self.locked = self._lock.release, self._lock.locked

    def acquire(self, blocking=True, timeout=-1):
        while not self._lock.acquire(False):
            if not blocking or not _go_on(timeout if timeout >= 0 else None):
                return False
        return True

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *_):
        self.release()


def note_sleep():
    """While the first thread sleeps, others run; what sleeps in another is not overtaken, which is told."""
    global _is_told
    if not _running:
        while _due:
            _run(_due[0])
    elif not _is_told:
        _is_told = True
        print("threading: threads run one after the other here, and none overtakes one that sleeps", file=sys.stderr)


def _finish():
    while _due:
        _run(_due[0])


def install():
    threading.Thread.start = _start
    threading.Thread.join = _join
    threading.Thread.is_alive = lambda self: self._started.is_set() and not self._is_over
    threading.Condition.wait = _wait_for_notice
    threading.Event.wait = _wait_for_event
    threading.Lock = Lock
    queue.Queue.put = _put
    threading._shutdown = _finish
