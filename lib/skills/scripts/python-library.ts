/** Modules that only older Pythons have: the page's is 3.14. */
const oldModules: ReadonlySet<string> = new Set(
  (
    "aifc asynchat asyncore audioop cgi cgitb chunk crypt distutils imghdr imp lib2to3 mailcap msilib nis nntplib ossaudiodev pipes smtpd " +
    "sndhdr spwd sunau telnetlib uu xdrlib"
  ).split(" "),
);

/**
 * Modules of Python's standard library: `sys.stdlib_module_names` of CPython 3.14 without those that begin with `_`, and modules of older
 * versions that scripts still import (removed up to 3.13 by PEP 594 and others). No package index offers any of these.
 */
export const pythonLibrary: ReadonlySet<string> = new Set(
  (
    "abc annotationlib antigravity argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 cProfile calendar cmath cmd code " +
    "codecs codeop collections colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg csv ctypes curses " +
    "dataclasses datetime dbm decimal difflib dis doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch " +
    "fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib " +
    "importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox marshal math mimetypes mmap modulefinder " +
    "msvcrt multiprocessing netrc nt ntpath nturl2path numbers opcode operator optparse os pathlib pdb pickle pickletools pkgutil platform " +
    "plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline " +
    "reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 " +
    "sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess symtable sys sysconfig syslog tabnanny tarfile " +
    "tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo " +
    "types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xml xmlrpc zipapp zipfile " +
    "zipimport zlib zoneinfo __future__ __main__ " +
    [...oldModules].join(" ")
  ).split(" "),
);

/** Modules of Python's library that need more of a system than a page has, on which no script fails that does without. */
const lackedModules: ReadonlySet<string> = new Set(
  "curses dbm ensurepip pydoc_data readline resource syslog tkinter turtle turtledemo idlelib venv".split(" "),
);

/** Parts of modules that are not there in a page, or fail there. */
const lackedParts: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    "os eventfd fork forkpty getxattr listxattr memfd_create mkfifo mknod openpty posix_spawn posix_spawnp removexattr sched_setaffinity setxattr",
    "signal alarm pthread_kill setitimer",
    "hashlib scrypt",
    "multiprocessing Array Barrier BoundedSemaphore Condition Event JoinableQueue Lock Manager Pipe Process Queue RLock Semaphore SimpleQueue Value shared_memory",
    "asyncio open_connection open_unix_connection start_server start_unix_server",
    "select epoll",
    "time tzset",
  ].map((line) => {
    const [module = "", ...parts] = line.split(" ");
    return [module, new Set(parts)] as const;
  }),
);

/** What a page lacks of a module (`tkinter`), or of one of its parts (`os.fork`); `undefined` for what it has. */
export function lackedOfPython(module: string, part?: string): string | undefined {
  const [name = ""] = module.split(".", 1);
  if (part === undefined) return lackedModules.has(name) || oldModules.has(name) ? name : undefined;
  return lackedParts.get(module)?.has(part) ? `${module}.${part}` : undefined;
}
