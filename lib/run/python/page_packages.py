"""Packages that the page fetched for a run: wheels, unpacked into the interpreter's own folder before the program starts.

Whoever made a wheel is nobody's friend: it stays in its folder, takes the place of nothing, and begins nothing by itself.
"""

import importlib
import io
import os
import stat
import sys
import zipfile

SITE = f"/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
# Where Pyodide's libraries that packages share are looked for.
LIBRARIES = "/lib/shared"
MOST_FILES = 30_000
MOST_BYTES = 300 * 1024 * 1024
COMPILED = (".so", ".pyd", ".dll", ".dylib")
WEBASSEMBLY = b"\0asm"
# What Python would run by itself at its start, and what the page's own Python is made of.
NEVER = frozenset("sitecustomize usercustomize js pyodide_js pyodide _pyodide".split())


class Refused(Exception):
    """Why a package is not unpacked."""


def install(packages):
    """Unpacks each; what is wrong with one is said in a sentence, and the program goes on without it.

    packages: pairs of a file's name and its bytes
    """
    budget = {"files": MOST_FILES, "bytes": MOST_BYTES}
    for name, data in packages:
        try:
            _unpack(name, data, budget)
        except (Refused, zipfile.BadZipFile, NotImplementedError, EOFError, OSError, ValueError, RuntimeError) as error:
            print(f"{name}: not unpacked, as {_reason(error)}.", file=sys.stderr)
    if packages:
        importlib.invalidate_caches()


def _reason(error):
    return str(error) if isinstance(error, Refused) else "it is damaged"


def _unpack(name, data, budget):
    is_wheel = name.endswith(".whl")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        places = [(entry, _place(entry, is_wheel)) for entry in archive.infolist()]
        places = [(entry, place) for entry, place in places if place is not None]
        if len(places) > budget["files"]:
            raise Refused("the packages of this run have too many files")
        if sum(entry.file_size for entry, _ in places) > budget["bytes"]:
            raise Refused("the packages of this run take more than 300 MB unpacked")
        contents = {}
        for entry, place in places:
            # No more comes out than the entry says it has.
            content = archive.read(entry)
            if place.endswith(COMPILED) and not content.startswith(WEBASSEMBLY):
                raise Refused(f"{entry.filename} is compiled for another machine than the page, which runs WebAssembly")
            if place in contents or _is_another(place, content):
                raise Refused(f"{entry.filename} is there already, from another package")
            contents[place] = content
    for place, content in contents.items():
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(content)
    budget["files"] -= len(contents)
    budget["bytes"] -= sum(len(content) for content in contents.values())
    if not is_wheel:
        os.environ["LD_LIBRARY_PATH"] = LIBRARIES


def _place(entry, is_wheel):
    """Where a file goes; None for what is not needed here. The whole package is refused where it reaches beyond its folder."""
    name = entry.filename
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or "\\" in name or any(ord(sign) < 32 for sign in entry.orig_filename):
        raise Refused(f"{name!r} leads out of its folder")
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise Refused(f"{name} is a link")
    if entry.is_dir():
        return None
    if not is_wheel:
        return f"{LIBRARIES}/{parts[-1]}" if parts[-1].endswith(".so") else None
    if parts[0].endswith(".data"):
        # Of the folders beside the modules (PEP 427), those of modules.
        if len(parts) < 3 or parts[1] not in ("purelib", "platlib"):
            return None
        parts = parts[2:]
    # Lines of these are run by a Python that starts; this one has started, and reads none.
    if len(parts) == 1 and parts[0].endswith(".pth"):
        return None
    module = parts[0].partition(".")[0]
    if not parts[0].endswith(".dist-info") and (module in sys.stdlib_module_names or module in NEVER or module.startswith("page_")):
        raise Refused(f"its {module} would stand in the place of Python's own")
    if len(name) > 1000 or any(part in ("", ".") for part in parts):
        raise Refused(f"{name!r} is no name of a file")
    return "/".join([SITE, *parts])


def _is_another(place, content):
    """Whether another package has put something else there."""
    if os.path.isdir(place):
        return True
    try:
        with open(place, "rb") as file:
            return file.read() != content
    except OSError:
        return False
