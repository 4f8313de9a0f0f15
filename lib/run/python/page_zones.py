"""Time zones: the browser's own, in place of the files that other machines have of them."""

import io
import json
import zoneinfo
from zoneinfo import _common, _tzpath


class _Told(io.BytesIO):
    """Stands for a zone's file."""

    def __init__(self, changes):
        super().__init__()
        kinds = list(dict.fromkeys((offset, is_summer, name) for _, offset, is_summer, name in changes))
        moments = [(at, kinds.index((*rest,))) for at, *rest in changes[1:]]
        self.data = (
            tuple(kind for _, kind in moments),
            tuple(at for at, _ in moments),
            *(tuple(each) for each in zip(*kinds)),
            None,
        )


def connect(files):
    """files: what the page's files can beyond Emscripten's"""
    own = _common.load_data

    def load_tzdata(key):
        told = files.zone(key)
        if not told:
            raise zoneinfo.ZoneInfoNotFoundError(f"No time zone found with key {key}")
        return _Told(json.loads(told))

    _common.load_tzdata = load_tzdata
    _common.load_data = lambda file: file.data if isinstance(file, _Told) else own(file)
    zoneinfo.available_timezones = _tzpath.available_timezones = lambda: set(json.loads(files.zones()))
