const refused = "refused, in a sentence";

/** Lines on which the page's shell differs from bash with GNU's programs, and why. Lines not listed here must not differ. */
export const differences: Readonly<Record<string, string>> = {
  "grep -b body in.txt": refused,
  "printf 'aaa\\n' | grep -oP 'a++'": refused,
  "awk 'BEGIN { print 1000000*1000000, 123456789012, 0.1, 1e-7, 3/2*2 }'":
    "prints whole numbers in full, as gawk does and mawk does not",
  "du -b in.txt": refused,
  'printf "1\\n2\\n3\\n" | paste -sd+ | bc': refused,
  'trap "echo D" DEBUG; echo x': "says that it does not run traps for DEBUG, and goes on",
  'x=; echo "${x:?empty}" 2>/dev/null; echo after': "ends with 1, not with 127",
  "( sleep 0.05; echo late ) & echo now; wait; echo done":
    "what is begun in the background runs to its end where it is begun",
  "set -u; echo $undefined; echo no": "ends with 1, not with 127",
  "{ { echo a; echo b >&2; echo c; } 2>&1 >&3 | sed 's/^/e:/'; } 3>&1":
    "a third place of output leads into the next program",
  "python3 -c 'import zoneinfo, datetime; print(datetime.datetime(2026, 7, 1, tzinfo=zoneinfo.ZoneInfo(\"Europe/Berlin\")).utcoffset())'":
    "has no table of time zones, and says so",
  'python3 -c \'import struct; print(struct.calcsize("P"), struct.calcsize("l"), hash(2 ** 61), hash(1.5))\'':
    "the interpreter's own numbers, and hashes of numbers, have 32 bits",
  "python3 -c 'import itertools, sys; print(list(itertools.islice(\"abc\", sys.maxsize)))'": refused,
  "node -e 'console.table([{ a: 1, b: \"x\" }])'": refused,
  'node -e \'const { Readable, Transform, pipeline } = require("stream"); pipeline(Readable.from(["a", "b"]), new Transform({ transform(c, e, d) { d(null, String(c).toUpperCase()) } }), process.stdout, () => {})\'':
    refused,
  'node -e \'console.log(require("zlib").gunzipSync(require("zlib").gzipSync("abc")).toString())\'': refused,
};
