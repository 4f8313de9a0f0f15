"""No network: each way to one says so in a sentence, where Emscripten's own would say something else, or nothing."""

import errno
import socket
import sys
import webbrowser


def _refuse(where):
    raise OSError(errno.ENETUNREACH, f"Scripts have no network here: {where} was not asked for")


def _connect(self, address):
    _refuse(address[0] if isinstance(address, tuple) else address)


def _look_up(host=None, *_, **__):
    _refuse(host)


def _open(url, new=0, autoraise=True):
    print(f"webbrowser: {url} was not opened: scripts here reach no browser", file=sys.stderr)
    return False


def _no_browser(using=None):
    raise webbrowser.Error("could not locate runnable browser")


def install():
    webbrowser.open = webbrowser.open_new = webbrowser.open_new_tab = _open
    webbrowser.get = _no_browser
    for name in ("connect", "connect_ex", "bind", "listen"):
        setattr(socket.socket, name, _connect if name != "listen" else lambda self, *_: _refuse("a port"))
    socket.socket.sendto = lambda self, data, *rest: _connect(self, rest[-1])
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "gethostbyaddr", "getnameinfo"):
        setattr(socket, name, _look_up)
    socket.create_connection = lambda address, *_, **__: _refuse(address[0])
    # Named by scripts that look whether a socket would work.
    for name, value in (("AF_UNIX", 1), ("SO_REUSEPORT", 15)):
        if not hasattr(socket, name):
            setattr(socket, name, value)
    socket.gethostname = lambda: "page"
    socket.getfqdn = lambda name="": name or "page"
