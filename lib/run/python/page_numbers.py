"""Numbers of 64 bits, as scripts know them from other machines, where the interpreter's own have 32."""

import array
import builtins
import copyreg
import csv
import functools
import importlib.util
import math
import struct
import sys
import types
import warnings
from compression._common import _streams

MODULUS = 2**61 - 1
WORD = 2**64
own_hash = builtins.hash


def widen():
    """Makes the interpreter tell and write what one of 64 bits does."""
    _widen_sizes()
    _widen_structs()
    _warn_of_arrays()
    _warn_of_words()
    builtins.hash = wide_hash


def _widen_sizes():
    """What scripts take for the largest number, or for a sign of 64 bits."""
    own = sys.maxsize
    sys.maxsize = 2**63 - 1
    limit = csv.field_size_limit
    given = [limit()]

    def field_size_limit(*size):
        before = given[0]
        if size:
            limit(min(*size, own) if isinstance(size[0], int) else size[0])
            given[0] = size[0]
        return before

    csv.field_size_limit = field_size_limit
    # Reading a compressed file to its end asks its decoder, which is not Python, for that many bytes.
    _streams.sys = types.SimpleNamespace(maxsize=own)


# Types whose size is the machine's, each as one of the same size everywhere. Their alignment is the same in both.
NATIVE = str.maketrans("lLnNP", "qQqQQ")


def wide_format(form):
    """A format of `struct` in which nothing depends on the machine's word."""
    text = form.decode("latin-1") if isinstance(form, bytes) else form
    return text.translate(NATIVE) if isinstance(text, str) and text[:1] not in ("=", "<", ">", "!") else form


def _widen_structs():
    own = struct.Struct

    class Struct(own):
        __doc__ = own.__doc__
        __module__ = "struct"

        def __new__(cls, format, *rest):
            made = own.__new__(cls, wide_format(format))
            made._given = format
            return made

        def __init__(self, format, *rest):
            own.__init__(self, wide_format(format))

        @property
        def format(self):
            given = self._given
            return given.decode("latin-1") if isinstance(given, bytes) else given

    def widened(act):
        @functools.wraps(act)
        def wide(format, *rest, **named):
            # This module compares the sizes with those of the interpreter's own C.
            is_own = sys._getframe(1).f_globals.get("__name__") == "ctypes"
            return act(format if is_own else wide_format(format), *rest, **named)

        return wide

    Struct.__qualname__ = "Struct"
    struct.Struct = Struct
    for name in ("calcsize", "pack", "pack_into", "unpack", "unpack_from", "iter_unpack"):
        setattr(struct, name, widened(getattr(struct, name)))


def _warn_of_arrays():
    """Arrays cannot be made wider without becoming others, so that their items are shorter is told."""
    own = array.array

    class Kind(type):
        def __instancecheck__(cls, each):
            return isinstance(each, own)

    class Array(own, metaclass=Kind):
        __doc__ = own.__doc__
        __module__ = "array"

        def __new__(cls, typecode, *given):
            if typecode in ("l", "L"):
                wide = "q" if typecode == "l" else "Q"
                text = f"array({typecode!r}) has items of 4 bytes here and of 8 on most machines; {wide!r} has 8 on all"
                warnings.warn(text, RuntimeWarning, stacklevel=2)
            return own(typecode, *given)

    Array.__name__ = Array.__qualname__ = "array"
    array.array = array.ArrayType = Array
    # An array's own way names its type, which has another name now.
    copyreg.pickle(own, lambda each: (Array, (each.typecode, each.tobytes())))


def _warn_of_words():
    """The types of `ctypes` that are as long as a word of the machine are what this interpreter's C has: their size is told."""
    if "ctypes" in sys.modules:
        _tell_sizes(sys.modules["ctypes"])
    else:
        sys.meta_path.insert(0, _Words)


class _Words:
    """Finds `ctypes` as it is found anyway, and changes it once it is loaded."""

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name != "ctypes":
            return None
        sys.meta_path.remove(cls)
        spec = importlib.util.find_spec(name)
        loader = spec.loader
        own = loader.exec_module

        def exec_module(module):
            own(module)
            if module.__name__ == "ctypes":
                del loader.exec_module
                _tell_sizes(module)

        loader.exec_module = exec_module
        return spec


WORDS = ("c_long", "c_ulong", "c_size_t", "c_ssize_t", "c_void_p", "c_voidp")


def _tell_sizes(module):
    words = {name: module.__dict__.pop(name) for name in WORDS if name in module.__dict__}

    def __getattr__(name):
        if name not in words:
            raise AttributeError(f"module 'ctypes' has no attribute {name!r}")
        size = module.sizeof(words[name])
        warnings.warn(f"ctypes.{name} has {size} bytes here and 8 on most machines", RuntimeWarning, stacklevel=2)
        return words[name]

    module.__getattr__ = __getattr__


def wide_hash(value, /):
    """The hash of a value as with 64 bits (CPython's reference, "Hashing of numeric types", and its tupleobject.c and setobject.c)."""
    kind = type(value)
    if kind is int or kind is bool:
        return _of_ratio(value, 1)
    if kind is float:
        return _of_ratio(*value.as_integer_ratio()) if math.isfinite(value) else own_hash(value)
    if kind is complex:
        return _signed(wide_hash(value.real) + 1000003 * wide_hash(value.imag))
    if kind is tuple:
        return _of_tuple(value)
    if kind is frozenset:
        return _of_set(value)
    if kind.__module__ in ("fractions", "decimal") and hasattr(value, "as_integer_ratio") and math.isfinite(value):
        return _of_ratio(*value.as_integer_ratio())
    if kind is range and len(value) > 1:
        return _of_tuple((len(value), value.start, value.step))
    own = kind.__hash__
    return _of_result(own(value)) if isinstance(own, types.FunctionType) else own_hash(value)


def _of_result(found):
    """What `hash` makes of the result of a class's own `__hash__`."""
    if not isinstance(found, int):
        raise TypeError("__hash__ method should return an integer")
    return _signed(found) if -(2**63) <= found < 2**63 else _of_ratio(found, 1)


def _of_ratio(above, below):
    try:
        found = abs(above) % MODULUS * pow(below, -1, MODULUS) % MODULUS
    except ValueError:
        found = sys.hash_info.inf
    found = -found if above < 0 else found
    return -2 if found == -1 else found


def _of_tuple(items):
    found = 2870177450012600261
    for item in items:
        found = (found + wide_hash(item) * 14029467366897019727) % WORD
        found = (found << 31 | found >> 33) % WORD * 11400714785074694791 % WORD
    found = (found + (len(items) ^ 2870177450012600261 ^ 3527539)) % WORD
    return 1546275796 if found == WORD - 1 else _signed(found)


def _of_set(items):
    found = 0
    for item in items:
        each = wide_hash(item) % WORD
        found ^= (each ^ 89869747 ^ each << 16) * 3644798167 % WORD
    found ^= (len(items) + 1) * 1927868237 % WORD
    found ^= found >> 11 ^ found >> 25
    found = (found * 69069 + 907133923) % WORD
    return 590923713 if found == WORD - 1 else _signed(found)


def _signed(word):
    word %= WORD
    found = word - WORD if word >= WORD // 2 else word
    return -2 if found == -1 else found
