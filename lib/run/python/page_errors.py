"""Errors of the system by the numbers that Linux has for them: WebAssembly's are others, and scripts print and compare them.

What Python's own C code raises comes with WebAssembly's number and its words for it; both are told apart from what a script raises by these words.
"""

import errno
import gc
import os
import sys

_LINUX = {
    name: int(number)
    for name, number in (
        each.split(":")
        for each in """
    EPERM:1 ENOENT:2 ESRCH:3 EINTR:4 EIO:5 ENXIO:6 E2BIG:7 ENOEXEC:8 EBADF:9 ECHILD:10 EAGAIN:11 ENOMEM:12
    EACCES:13 EFAULT:14 ENOTBLK:15 EBUSY:16 EEXIST:17 EXDEV:18 ENODEV:19 ENOTDIR:20 EISDIR:21 EINVAL:22
    ENFILE:23 EMFILE:24 ENOTTY:25 ETXTBSY:26 EFBIG:27 ENOSPC:28 ESPIPE:29 EROFS:30 EMLINK:31 EPIPE:32 EDOM:33
    ERANGE:34 EDEADLOCK:35 ENAMETOOLONG:36 ENOLCK:37 ENOSYS:38 ENOTEMPTY:39 ELOOP:40 ENOMSG:42 EIDRM:43
    ECHRNG:44 EL2NSYNC:45 EL3HLT:46 EL3RST:47 ELNRNG:48 EUNATCH:49 ENOCSI:50 EL2HLT:51 EBADE:52 EBADR:53
    EXFULL:54 ENOANO:55 EBADRQC:56 EBADSLT:57 EBFONT:59 ENOSTR:60 ENODATA:61 ETIME:62 ENOSR:63 ENONET:64
    ENOPKG:65 EREMOTE:66 ENOLINK:67 EADV:68 ESRMNT:69 ECOMM:70 EPROTO:71 EMULTIHOP:72 EDOTDOT:73 EBADMSG:74
    EOVERFLOW:75 ENOTUNIQ:76 EBADFD:77 EREMCHG:78 ELIBACC:79 ELIBBAD:80 ELIBSCN:81 ELIBMAX:82 ELIBEXEC:83
    EILSEQ:84 ERESTART:85 ESTRPIPE:86 EUSERS:87 ENOTSOCK:88 EDESTADDRREQ:89 EMSGSIZE:90 EPROTOTYPE:91
    ENOPROTOOPT:92 EPROTONOSUPPORT:93 ESOCKTNOSUPPORT:94 ENOTSUP:95 EPFNOSUPPORT:96 EAFNOSUPPORT:97
    EADDRINUSE:98 EADDRNOTAVAIL:99 ENETDOWN:100 ENETUNREACH:101 ENETRESET:102 ECONNABORTED:103 ECONNRESET:104
    ENOBUFS:105 EISCONN:106 ENOTCONN:107 ESHUTDOWN:108 ETOOMANYREFS:109 ETIMEDOUT:110 ECONNREFUSED:111
    EHOSTDOWN:112 EHOSTUNREACH:113 EALREADY:114 EINPROGRESS:115 ESTALE:116 EUCLEAN:117 ENOTNAM:118 ENAVAIL:119
    EISNAM:120 EREMOTEIO:121 EDQUOT:122 ENOMEDIUM:123 EMEDIUMTYPE:124 ECANCELED:125 ENOKEY:126 EKEYEXPIRED:127
    EKEYREVOKED:128 EKEYREJECTED:129 EOWNERDEAD:130 ENOTRECOVERABLE:131 ERFKILL:132
    EWOULDBLOCK:11 EDEADLOCK:35 ENOTSUP:95
    """.split()
    )
}


class _Raised(OSError):
    """What `OSError(number, …)` first becomes, whatever the number; then what Linux would have made of it."""

    __slots__ = ()

    def __init__(self, *args):
        if len(args) > 1 and isinstance(args[0], int) and _words.get(args[0]) == args[1]:
            args = (_numbers.get(args[0], args[0]), *args[1:])
        super().__init__(*args)
        self.__class__ = _classes.get(self.errno, _classes[None])


def _named(kind):
    """A class that tells as this one does, of which errors can be made after the fact."""
    facts = {"__module__": "builtins", "__qualname__": kind.__name__, "__doc__": kind.__doc__, "__slots__": ()}
    return type(kind.__name__, (kind,), facts)


# By WebAssembly's numbers: Linux's, and the words that C has for them.
_numbers = {}
_words = {}
# By Linux's numbers; of all others under None.
_classes = {}


def _map_of_kinds():
    """The table by which CPython makes a FileNotFoundError of an OSError."""
    for each in gc.get_objects():
        if type(each) is dict and each.get(errno.ENOENT) is FileNotFoundError and each.get(errno.EEXIST) is FileExistsError:
            return each
    raise RuntimeError("CPython finds the kinds of its errors in another way now")


def install():
    """Before anything else is imported that takes numbers from `errno`."""
    kinds = _map_of_kinds()
    own = {name: getattr(errno, name) for name in _LINUX if hasattr(errno, name)}
    _numbers.update((number, _LINUX[name]) for name, number in own.items())
    _words.update((number, os.strerror(number)) for number in own.values())
    _classes[None] = _named(OSError)
    made = {kind: _named(kind) for kind in set(kinds.values())}
    _classes.update((_numbers[number], made[kind]) for number, kind in kinds.items())
    linux_words = {_numbers[number]: words for number, words in _words.items()}
    kinds.update((number, _Raised) for number in range(1, 4096))
    for name, number in _LINUX.items():
        setattr(errno, name, number)
    errno.errorcode.clear()
    errno.errorcode.update((number, name) for name, number in reversed(_LINUX.items()))
    # Those that have taken numbers already.
    for module in list(sys.modules.values()):
        known = vars(module) if isinstance(module, type(errno)) and module is not errno else {}
        for name, number in own.items():
            if known.get(name) == number:
                setattr(module, name, _LINUX[name])

    def strerror(code, /):
        return linux_words.get(code, f"Unknown error {code}")

    os.strerror = strerror
