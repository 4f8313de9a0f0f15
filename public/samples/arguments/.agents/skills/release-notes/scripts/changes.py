#!/usr/bin/env python3
"""Print the entries of CHANGELOG.md after one version, up to and including another.

Usage: changes.py FROM [TO]
"""

import re
import sys
from pathlib import Path

HEADING = re.compile(r"^## \[?v?(?P<version>\d+\.\d+\.\d+)\]?")


def sections(text):
    """Yield (version, lines) for each version, newest first, as the file has them."""
    version, lines = None, []
    for line in text.splitlines():
        match = HEADING.match(line)
        if match:
            if version:
                yield version, lines
            version, lines = match["version"], []
        lines.append(line)
    if version:
        yield version, lines


def number(version):
    return tuple(int(part) for part in version.lstrip("v").split("."))


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    changelog = Path("CHANGELOG.md")
    if not changelog.exists():
        sys.exit("There is no CHANGELOG.md here.")
    after = number(arguments[0])
    found = [(number(version), lines) for version, lines in sections(changelog.read_text(encoding="utf-8"))]
    last = number(arguments[1]) if len(arguments) > 1 else max(version for version, _ in found)
    wanted = [lines for version, lines in found if after < version <= last]
    if not wanted:
        sys.exit(f"Nothing in CHANGELOG.md between {arguments[0]} and {'.'.join(map(str, last))}.")
    print("\n\n".join("\n".join(lines).strip() for lines in wanted))


if __name__ == "__main__":
    main(sys.argv[1:])
