"""Small parts of Python's library that the interpreter has been built without, and that need no more than a page has."""

import collections
import hashlib
import hmac
import os
import sys
import threading
import time
import types


struct_passwd = collections.namedtuple("struct_passwd", "pw_name pw_passwd pw_uid pw_gid pw_gecos pw_dir pw_shell")
struct_group = collections.namedtuple("struct_group", "gr_name gr_passwd gr_gid gr_mem")

# As `id`, `HOME` and `SHELL` say.
_users = [
    struct_passwd("root", "x", 0, 0, "root", "/root", "/bin/bash"),
    struct_passwd("user", "x", 1000, 1000, "", "/home/user", "/bin/bash"),
]
_groups = [struct_group("root", "x", 0, []), struct_group("user", "x", 1000, [])]


def _by(entries, field, said):
    def found(asked):
        for entry in entries:
            if entry[field] == asked:
                return entry
        raise KeyError(f"{said} not found: {asked!r}")

    return found


def _add_module(name, **members):
    module = types.ModuleType(name)
    module.__dict__.update(members)
    sys.modules[name] = module


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """RFC 8018."""
    if iterations < 1:
        raise ValueError("iteration value must be greater than 0.")
    keyed = hmac.new(password, None, hash_name)
    size = keyed.digest_size if dklen is None else dklen
    made = b""
    for block in range(1, -(-size // keyed.digest_size) + 1):
        each = keyed.copy()
        each.update(salt + block.to_bytes(4, "big"))
        last = each.digest()
        total = int.from_bytes(last, "big")
        for _ in range(iterations - 1):
            each = keyed.copy()
            each.update(last)
            last = each.digest()
            total ^= int.from_bytes(last, "big")
        made += total.to_bytes(keyed.digest_size, "big")
    return made[:size]


class _Result:
    """What `apply_async` and `map_async` give: all is done already."""

    def __init__(self, run, done=None, failed=None):
        self._error = None
        try:
            self._value = run()
            done and done(self._value)
        except Exception as error:
            self._error = error
            failed and failed(error)

    def get(self, timeout=None):
        if self._error is not None:
            raise self._error
        return self._value

    def wait(self, timeout=None):
        pass

    def ready(self):
        return True

    def successful(self):
        return self._error is None


class Pool:
    """The pools of `multiprocessing`: there is one process in a page, which does one after the other."""

    def __init__(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None):
        if processes is not None and processes < 1:
            raise ValueError("Number of processes must be at least 1")
        self._is_open = True
        if initializer is not None:
            initializer(*initargs)

    def _asked(self):
        if not self._is_open:
            raise ValueError("Pool not running")

    def apply(self, func, args=(), kwds={}):
        self._asked()
        return func(*args, **kwds)

    def apply_async(self, func, args=(), kwds={}, callback=None, error_callback=None):
        self._asked()
        return _Result(lambda: func(*args, **kwds), callback, error_callback)

    def map(self, func, iterable, chunksize=None):
        self._asked()
        return [func(each) for each in iterable]

    def starmap(self, func, iterable, chunksize=None):
        self._asked()
        return [func(*each) for each in iterable]

    def map_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        return _Result(lambda: self.map(func, iterable), callback, error_callback)

    def starmap_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        return _Result(lambda: self.starmap(func, iterable), callback, error_callback)

    def imap(self, func, iterable, chunksize=1):
        self._asked()
        return map(func, iterable)

    imap_unordered = imap

    def close(self):
        self._is_open = False

    terminate = close

    def join(self):
        if self._is_open:
            raise ValueError("Pool is still running")

    def __enter__(self):
        self._asked()
        return self

    def __exit__(self, *_):
        self.terminate()


class _Pools:
    """Gives `multiprocessing` these pools, when a script asks for it."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name != "multiprocessing":
            return None
        sys.meta_path.remove(_Pools)
        import multiprocessing
        import multiprocessing.context
        import multiprocessing.dummy
        import multiprocessing.pool

        multiprocessing.Pool = multiprocessing.dummy.Pool = Pool
        multiprocessing.pool.Pool = multiprocessing.pool.ThreadPool = Pool
        multiprocessing.context.BaseContext.Pool = lambda _, *given, **options: Pool(*given, **options)
        return multiprocessing.__spec__


def install():
    _add_module(
        "pwd",
        struct_passwd=struct_passwd,
        getpwuid=_by(_users, 2, "getpwuid(): uid"),
        getpwnam=_by(_users, 0, "getpwnam(): name"),
        getpwall=lambda: list(_users),
    )
    _add_module(
        "grp",
        struct_group=struct_group,
        getgrgid=_by(_groups, 2, "getgrgid(): gid"),
        getgrnam=_by(_groups, 0, "getgrnam(): name"),
        getgrall=lambda: list(_groups),
    )
    os.sched_getaffinity = lambda _: {0}
    os.getgroups = lambda: [1000]
    os.getrandom = lambda size, _=0: os.urandom(size)
    os.nice = lambda _: 0
    hashlib.pbkdf2_hmac = pbkdf2_hmac
    threading.get_native_id = threading.get_ident
    time.thread_time, time.thread_time_ns = time.process_time, time.process_time_ns
    sys.meta_path.insert(0, _Pools)
