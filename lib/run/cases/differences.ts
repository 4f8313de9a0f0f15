const refused = "refused, in a sentence";
const thirdPlace = "says that a third place of output is not possible past a pipe or a variable, and goes on";
const shortWords = "the interpreter's own words of the machine have 32 bits, and say so";

/** Lines on which the page's shell differs from bash with GNU's programs, and why. Lines not listed here must not differ. */
export const differences: Readonly<Record<string, string>> = {
  "grep -b body in.txt": refused,
  "printf 'aaa\\n' | grep -oP 'a++'": refused,
  '{ x=$( { echo out; echo err >&2; } 2>&1 >&3 ); } 3>&1; echo "x=$x"': thirdPlace,
  "{ { echo a; echo b >&2; echo c; } 2>&1 >&3 | sed 's/^/e:/'; } 3>&1": thirdPlace,
  "python3 -c 'import array; a = array.array(\"l\", [1, 2]); print(a.itemsize, a.tobytes())'": shortWords,
  "python3 -c 'import ctypes; print(ctypes.sizeof(ctypes.c_long), ctypes.sizeof(ctypes.c_int), ctypes.c_int(5).value)'":
    shortWords,
  "python3 -c 'from ctypes import c_size_t, sizeof, c_char; print(sizeof(c_size_t), c_char)'": shortWords,
  "PYTHONHASHSEED=0 python3 -c 'print(hash(\"a\"))'": "texts have other hashes, and it says so",
  "python3 -c 'import itertools, sys; print(list(itertools.islice(\"abc\", sys.maxsize)))'": refused,
};
