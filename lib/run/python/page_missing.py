"""Packages that a program asked for and that are not here: told in one sentence when it fails."""

import sys

_names = []
_lack = None


class _Notes:
    """The last to be asked for a module: notes what a script's own code asks for in vain."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if path is None and name not in _names and not _asked_by_library():
            _names.append(name)
        return None


def _asked_by_library():
    frame = sys._getframe(2)
    while frame and frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return frame is not None and frame.f_code.co_filename.startswith("/lib/")


def connect():
    sys.meta_path.append(_Notes)


def connect_page(lack):
    """lack: takes the name of a package's module, of which the page then tells; None where it is told here."""
    global _lack
    _lack = lack


def note(error):
    """Takes note of what a script failed with."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        top = error.name.partition(".")[0]
        if top not in _names and top not in sys.modules:
            _names.append(top)


def tell(status):
    """Says what was missing, where the program failed; of packages the page does, where it has some."""
    if status == 0:
        return
    library = [name for name in _names if name in sys.stdlib_module_names]
    packages = [name for name in _names if name not in sys.stdlib_module_names]
    if packages and _lack is not None:
        for name in packages:
            _lack(name)
    elif packages:
        print(f"{_listed(packages)}: not here, as scripts in the page have Python's own library only.", file=sys.stderr)
    elif library:
        print(f"{_listed(library)}: a part of Python that needs more than a page has.", file=sys.stderr)


def _listed(names):
    return ", ".join(names)
