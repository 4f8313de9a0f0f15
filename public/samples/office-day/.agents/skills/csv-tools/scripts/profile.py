#!/usr/bin/env python3
"""Print what is in a CSV file, and what looks suspicious about it; draw its columns beside it.

Usage: profile.py FILE
"""

import csv
import re
import sys
from collections import Counter
from html import escape
from pathlib import Path

KINDS = [
    ("whole number", re.compile(r"-?\d+")),
    ("number", re.compile(r"-?\d+[.,]\d+")),
    ("date", re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}")),
    ("e-mail", re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")),
]


def read_text(path):
    data = path.read_bytes()
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), "latin-1"


def kind_of(value):
    return next((name for name, pattern in KINDS if pattern.fullmatch(value)), "text")


def suspicions(name, values, kinds):
    filled = [value for value in values if value.strip()]
    if filled and len(set(filled)) == 1:
        yield f"always {filled[0]!r}"
    if len(kinds) > 1:
        odd, count = kinds.most_common()[-1]
        example = next(value for value in filled if kind_of(value.strip()) == odd)
        yield f"{count} cell(s) of another kind ({odd}), such as {example!r}"
    if any(re.fullmatch(r"0\d+", value) for value in filled):
        yield "leading zeros: keep as text"
    if any(value != value.strip() for value in filled):
        yield "blanks around values"
    if any("\ufffd" in value or "Ã" in value for value in filled):
        yield "broken characters"
    if re.search(r"\bid\b|number|key", name, re.IGNORECASE):
        repeated = [value for value, count in Counter(filled).items() if count > 1]
        if repeated:
            yield f"looks like a key, but {repeated[0]!r} occurs more than once"


def number(value):
    try:
        return float(value.strip().replace(",", "."))
    except ValueError:
        return None


def bars_of(values, main_kind):
    """What is drawn of a column: (label, count) of its ranges if it counts, or else of its most frequent values."""
    numbers = [found for found in map(number, values) if found is not None]
    is_code = any(re.fullmatch(r"0\d+", value.strip()) for value in values)
    if is_code or main_kind not in ("whole number", "number") or len(set(numbers)) < 3:
        return Counter(value.strip() or "(empty)" for value in values).most_common(6)
    low, high = min(numbers), max(numbers)
    width = (high - low) / 5
    counts = Counter(min(int((found - low) / width), 4) for found in numbers)
    return [(f"{low + i * width:g} to {low + (i + 1) * width:g}", counts[i]) for i in range(5)]


def plot(columns):
    """A drawing with a bar for each count, one block a column."""
    parts, y = [], 16
    for name, bars in columns:
        most = max((count for _, count in bars), default=1) or 1
        parts.append(f'<text x="16" y="{y + 12}" font-weight="bold">{escape(name)}</text>')
        y += 24
        for label, count in bars:
            shown = label if len(label) <= 22 else label[:21] + "…"
            parts.append(f'<text x="16" y="{y + 12}">{escape(shown)}</text>')
            parts.append(f'<rect x="190" y="{y + 1}" width="{max(1, 340 * count / most):.0f}" height="14" fill="#4a7ebb"/>')
            parts.append(f'<text x="{200 + 340 * count / most:.0f}" y="{y + 12}">{count}</text>')
            y += 20
        y += 12
    style = 'font-family="sans-serif" font-size="13" fill="#222"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="600" height="{y}" viewBox="0 0 600 {y}">'
        f'<rect width="600" height="{y}" fill="#fff"/><g {style}>{"".join(parts)}</g></svg>\n'
    )


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    text, encoding = read_text(Path(arguments[0]))
    try:
        dialect = csv.Sniffer().sniff(text[:4096], delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    header, *rows = [row for row in csv.reader(text.splitlines(keepends=True), dialect) if row]
    print(f"{len(rows)} rows, {len(header)} columns, delimiter {dialect.delimiter!r}, {encoding}\n")
    for row_number, row in enumerate(rows, start=2):
        if len(row) != len(header):
            print(f"  ! row {row_number} has {len(row)} cells")
    columns = []
    for index, name in enumerate(header):
        values = [row[index] for row in rows if index < len(row)]
        kinds = Counter(kind_of(value.strip()) for value in values if value.strip())
        empty = sum(not value.strip() for value in values)
        main_kind = kinds.most_common(1)[0][0] if kinds else "empty"
        print(f"{name}: {main_kind}, {len(set(values))} different, {empty} empty")
        for suspicion in suspicions(name, values, kinds):
            print(f"  ! {suspicion}")
        columns.append((name, bars_of(values, main_kind)))
    drawing = Path(arguments[0]).with_suffix(".profile.svg")
    drawing.write_text(plot(columns), encoding="utf-8")
    print(f"\nDrawn in {drawing.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
