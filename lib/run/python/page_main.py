"""How a program begins and ends: what CPython's own `main` does, over what the page gives it.

Imported into the interpreter's memory when the build makes it (lib/tasks/python-parts.ts); `start` is called once, in a copy of that memory.
"""

import atexit
import errno
import io
import json
import linecache
import os
import random
import re
import runpy
import sys
import threading
import time
import types
import warnings
from importlib.machinery import SourceFileLoader

import page_missing
import page_numbers
import page_packages
import page_processes
import page_zones

USAGE = "usage: python3 [option] ... [-c cmd | -m mod | file | -] [arg] ..."
REHEARSED = """
import json
class Each:
    def __init__(self, *given, **named):
        self.all = [f"{each!r:>4}" for each in given] + sorted(named)
def read(text, default=None):
    try:
        return {key: len(value) for key, value in json.loads(text).items()}
    except (ValueError, KeyError) as error:
        raise TypeError(str(error)) from error
    finally:
        pass
for number in range(3):
    if number % 2 == 0 and number > 1:
        with out if False else __import__("contextlib").nullcontext(out) as to:
            print(Each(1, "b", c=3).all, read('{"a": [1, 2]}'), file=to, sep=", ")
try:
    read("{")
except TypeError:
    pass
"""
# Options that change nothing here, or nothing that a script would see.
HARMLESS = frozenset("bBdEiIPqRsSvx")
# What CPython itself has imported before a script begins; of these a script's own file is no better known to CPython.
AT_START = frozenset(
    "abc codecs io os posixpath genericpath stat site sys builtins time marshal zipimport encodings types _io _abc errno posix".split()
)


class Call:
    """A command line, read."""

    def __init__(self):
        self.kind = "file"
        self.target = "-"
        self.args = []
        self.optimize = 0
        self.unbuffered = False
        self.isolated = False
        self.warnings = []


class Refused(Exception):
    pass


def read_call(args):
    """Reads `python3`'s arguments. A kind is file, code, module or version."""
    call = Call()
    rest = list(args)
    while rest:
        word = rest.pop(0)
        if word == "-" or not word.startswith("-"):
            call.target, call.args = word, rest
            return call
        if word in ("--version", "--help"):
            call.kind = word[2:]
            return call
        if word.startswith("--"):
            if not word.startswith("--check-hash-based-pycs"):
                raise Refused(word)
            continue
        for at, letter in enumerate(word[1:], start=2):
            value = word[at:]
            if letter in "cm":
                if not value and not rest:
                    raise Refused(f"-{letter}")
                call.kind = "code" if letter == "c" else "module"
                call.target = value or rest.pop(0)
                call.args = rest
                return call
            if letter in "WX":
                value = value or (rest.pop(0) if rest else "")
                if letter == "W":
                    call.warnings.append(value)
                break
            if letter in "Vh?":
                call.kind = "version" if letter == "V" else "help"
                return call
            if letter == "O":
                call.optimize += 1
            elif letter == "u":
                call.unbuffered = True
            elif letter not in HARMLESS:
                raise Refused(f"-{letter}")
            if letter in "EI":
                call.isolated = True
    return call


def start(facts, shell, pause, packages, lack, files):
    """Runs one program to its end and gives its exit code.

    packages: names and bytes of the packages that the page fetched for it
    lack: is told what it failed for and that the page may offer; None where there are no packages
    files: what the page's files can beyond Emscripten's
    """
    sys.modules.pop("page_image", None)
    # Scripts have a way for Linux, whose programs and paths these are; few have one for a page.
    sys.platform = "linux"
    page_numbers.widen()
    facts = json.loads(facts)
    os.environ.clear()
    os.environ.update(facts["env"])
    os.chdir(facts["cwd"])
    _take_zone()
    page_processes.connect(shell if facts["waits"] else None, pause)
    _connect_files(files)
    page_zones.connect(files)
    try:
        call = read_call(facts["args"])
    except Refused as refused:
        print(f"Unknown option: {refused}\n{USAGE}", file=sys.stderr)
        return 2
    if call.kind in ("version", "help"):
        print(USAGE if call.kind == "help" else "Python " + sys.version.split()[0])
        return 0
    _prepare(call, facts["isLive"])
    page_missing.connect_page(lack)
    page_packages.install([(name, bytes.to_bytes()) for name, bytes in packages])
    status = _ended(lambda: _run(call))
    for last in () if page_processes.is_over else (threading._shutdown, atexit._run_exitfuncs):
        _ended(last)
    page_missing.tell(status)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            pass
    return status


def _connect_files(files):
    def link(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True):
        if src_dir_fd is not None or dst_dir_fd is not None:
            raise NotImplementedError("dir_fd unavailable on this platform")
        code = files.add_name(*(os.path.abspath(os.fsdecode(path)) for path in (src, dst)))
        if code:
            number = getattr(errno, code)
            raise OSError(number, os.strerror(number), src, None, dst)

    os.link = link
    os.umask = files.umask


def _take_zone():
    """Puts this machine's zone in place of that of the machine where the memory was made that this began from."""
    year = time.localtime().tm_year
    halves = (time.localtime(time.mktime((year, month, 1, 0, 0, 0, 0, 1, -1))) for month in (1, 7))
    standard, other = sorted(halves, key=lambda half: half.tm_gmtoff)
    time.timezone, time.altzone = -standard.tm_gmtoff, -other.tm_gmtoff
    time.daylight = int(time.timezone != time.altzone)
    time.tzname = (standard.tm_zone, other.tm_zone)


def rehearse():
    """Compiles and runs what programs are made of, in names of its own, so that the browser has seen that code when one waits for it."""
    exec(compile(REHEARSED, "<rehearsed>", "exec", dont_inherit=True), {"out": io.StringIO()})


def _prepare(call, is_live):
    environment = {} if call.isolated else os.environ
    unbuffered = call.unbuffered or bool(environment.get("PYTHONUNBUFFERED"))
    encoding, _, errors = environment.get("PYTHONIOENCODING", "").partition(":")
    for stream, handler in ((sys.stdin, "strict"), (sys.stdout, "strict"), (sys.stderr, "backslashreplace")):
        stream.reconfigure(encoding=encoding or "utf-8", errors=errors or handler)
    # As into a pipe; but who waits sees each line, where the order does not depend on it.
    sys.stdout.reconfigure(line_buffering=unbuffered or is_live, write_through=unbuffered)
    sys.stderr.reconfigure(line_buffering=True, write_through=True)
    sys.excepthook = sys.__excepthook__
    # No folders of compiled modules among the files that somebody is asked to keep.
    sys.dont_write_bytecode = True
    sys.argv = [call.target, *call.args]
    sys.orig_argv = ["python3", *call.args]
    library = [path for path in sys.path if path.startswith("/lib/")]
    more = [os.path.abspath(path) for path in environment.get("PYTHONPATH", "").split(":") if path]
    sys.path[:] = [*more, *library]
    given = [each for each in environment.get("PYTHONWARNINGS", "").split(",") if each]
    for each in [*given, *call.warnings]:
        warnings._processoptions([each])
    if environment.get("PYTHONHASHSEED", "random") not in ("", "random"):
        print("PYTHONHASHSEED changes nothing here: texts have other hashes than elsewhere, and sets another order", file=sys.stderr)
    # The memory that this began from has one state of it for all.
    random.seed()
    if optimize := environment.get("PYTHONOPTIMIZE"):
        call.optimize = max(call.optimize, int(optimize) if optimize.isdigit() else 1)


def _run(call):
    if call.kind == "module":
        _import_from(os.getcwd())
        sys.argv[0] = "-m"
        runpy._run_module_as_main(call.target)
    elif call.kind == "code":
        _import_from("")
        sys.argv[0] = "-c"
        _execute(call.target.encode(), "<string>", call)
    elif call.target == "-":
        _import_from("")
        _execute(sys.stdin.buffer.read(), "<stdin>", call)
    else:
        # As it was named, with its dots.
        _run_file(os.path.join(os.getcwd(), call.target), call)


def _run_file(path, call):
    if os.path.isdir(path) or path.endswith((".zip", ".pyz")):
        _import_from(path)
        runpy._run_module_as_main("__main__", alter_argv=False)
        return
    try:
        with io.open_code(path) as file:
            source = file.read()
    except OSError as error:
        print(f"python3: can't open file {path!r}: [Errno {error.errno}] {error.strerror}", file=sys.stderr)
        raise SystemExit(2) from None
    _import_from(os.path.dirname(os.path.realpath(path)))
    _execute(source, path, call)


def _import_from(folder):
    """Puts the script's folder first, and forgets modules that it has files of the same name for."""
    sys.path.insert(0, folder)
    for place in sys.path:
        if place.startswith("/lib/"):
            continue
        try:
            names = {name.removesuffix(".py") for name in os.listdir(place or ".")}
        except OSError:
            continue
        for loaded in list(sys.modules):
            top = loaded.partition(".")[0]
            if top in names and top not in AT_START and top not in sys.builtin_module_names:
                del sys.modules[loaded]


def _execute(source, name, call):
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    if name.startswith("<"):
        text = source.decode("utf-8", "replace")
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        main.__loader__ = None
    else:
        main.__file__ = name
        main.__cached__ = None
        main.__loader__ = SourceFileLoader("__main__", name)
    main.__dict__["__builtins__"] = sys.modules["builtins"]
    # What other programs print comes before what is not written yet.
    if not sys.stdout.write_through and STARTS.search(source):
        sys.stdout.reconfigure(line_buffering=False)
    code = compile(source, name, "exec", dont_inherit=True, optimize=call.optimize)
    exec(code, main.__dict__)


# Code that may start other programs, or writes past Python's own buffer.
STARTS = re.compile(rb"\bsubprocess\b|\bos\.(?:system|popen|write|exec|spawn)")


def _ended(act):
    """Does it, and gives the exit code that comes of it."""
    try:
        act()
    except SystemExit as end:
        return _code_of(end)
    except page_processes.Ended as end:
        return end.args[0]
    except KeyboardInterrupt as error:
        _show(error)
        return 130
    except BaseException as error:
        _show(error)
        return 1
    return 0


def _code_of(end):
    if end.code is None:
        return 0
    if isinstance(end.code, int):
        return end.code & 255
    try:
        sys.stdout.flush()
    finally:
        print(end.code, file=sys.stderr)
    return 1


def _show(error):
    """Prints what a script threw, without what led to the script."""
    trace = error.__traceback__
    while trace and trace.tb_frame.f_globals.get("__name__") in ("page_main", "runpy"):
        trace = trace.tb_next
    try:
        sys.stdout.flush()
    except (AttributeError, OSError, ValueError):
        pass
    page_missing.note(error)
    sys.excepthook(type(error), error.with_traceback(trace), trace)
