import { maxFrontmatterLength } from "#lib/skills/split-frontmatter.ts";
import { parseYaml } from "#lib/skills/yaml/parse-yaml.ts";

/** Frontmatter of the greatest length that is read, made of one repeated piece at which a parser may be slow. */
export interface HostileFrontmatter {
  readonly name: string;
  readonly yaml: string;
}

const fields = "name: hostile\ndescription: Something without end.\n";

/** A repeated piece as a value: the text before, the piece, the text after. */
const repeated: readonly (readonly [start: string, piece: string, end?: string])[] = [
  ["x: [", ","],
  ["x: {", ","],
  ["x: [", "a,", "]"],
  ["x: [", "a:b,", "]"],
  ["x: [", "a: ,", "]"],
  ["x: [", "? ,", "]"],
  ["x: [", ": ,"],
  ["x: [", "[],", "]"],
  ["x: [", "{},", "]"],
  ["x: [", "'',", "]"],
  ["x: [", "\n"],
  ["x: [", "\n ", "]"],
  ["x: [", " #\n", "]"],
  ["x: [", "#\n"],
  ["x: ", "["],
  ["x: ", "{"],
  ["x: ", "{a: "],
  ["x: ", "[a: "],
  ["x: ", "{a,"],
  ["x: ", "{[]: "],
  ["x: ", "{? "],
  ["x: ", "[{"],
  ["x: ", "]"],
  ["x: ", "}"],
  ["x: ", "[]"],
  ["x: ", "[] "],
  ["x: ", "'' "],
  ["x: ", '"" '],
  ["x: a", " #"],
  ["x:\n", "- "],
  ["x:\n", "- \n"],
  ["x:\n", "- a\n"],
  ["x:\n", "-\ta\n"],
  ["", "- - "],
  ["", "- a\n"],
  ["", "? "],
  ["", "? a\n"],
  ["", "? a\n: b\n"],
  ["", ": "],
  ["", ":\n"],
  ["", "a:\n"],
  ["", "a: b\n"],
  ["", "a:\tb\n"],
  ["", "a: b: "],
  ["", "a\n"],
  ["", "a: >\n"],
  ["", "a: |9\n"],
  ["", "a: 'b\n"],
  ["", 'a: "b\n'],
  ["", "'a': b\n"],
  ["", "name: b\n"],
  ["", "<<: {}\n"],
  ["", "<<: *a\n"],
  ["a: &a {}\n", "<<: *a\n"],
  ["a: &a {}\n", "b: *a\n"],
  ["a: &a {}\nb: [", "*a,", "]"],
  ["a: &a {}\nb: {", "<<: *a,", "}"],
  ["a: &a {}\nb:\n  <<: [", "*a,", "]"],
  ["", "a: *b\n"],
  ["", "a: &a\n"],
  ["x: ", "&a "],
  ["x: ", "&a"],
  ["x: ", "& "],
  ["x: ", "* "],
  ["x: ", "*a "],
  ["x: [", "&a *a,", "]"],
  ["x: ", "! "],
  ["x: ", "!!"],
  ["x: ", "!! "],
  ["x: ", "!a "],
  ["x: [", "!a b,", "]"],
  ["x: [", "!!int 1,", "]"],
  ["x: [", "!!binary a,", "]"],
  ["x: [", "!<a> b,", "]"],
  ["x: ", "!<"],
  ["x: ", "@"],
  ["x: ", "`"],
  ["", "%"],
  ["", "% "],
  ["", "%YAML 1.2\n"],
  ["", "%TAG ! a\n"],
  ["...\n", "%YAML 1.2\n"],
  ["...\n", "%TAG !a! a\n"],
  ["", "---\n"],
  ["", "--- a\n"],
  ["", "...\n"],
  ["", "a: b\n...\n"],
  ["", "--- [\n"],
  ["", "-- - "],
  ["x: a", "\n"],
  ["x:", "\n", " a"],
  ["x: a\n", " b\n"],
  ["x: a\n", "\tb\n"],
  ["x: a\n", "  \n", " b"],
  ["x:", " "],
  ["x:", " ", "a"],
  ["x: a", " ", "b"],
  ["x: a", "\t", "b"],
  ["x: a\n", " ", "b"],
  ["x: a\n", "\t", "b"],
  ["x: a\n ", "b "],
  ["x:", "\t"],
  ["x:\n", "\t\n"],
  ["x:\n", " \n"],
  ["x:\n", " #\n"],
  ["x:\n", "#\n", "a"],
  ["x:\n", "#\n", "a: ["],
  ["", "#\n"],
  ["", "# \n\n"],
  ["", " #\n\n"],
  ["x: ", "# "],
  ["x: >\n", "\n", " a"],
  ["x: >2\n", "\n"],
  ["x: |\n", " a\n"],
  ["x: |\n", "  \n a\n"],
  ["x: >\n", " a\n\n"],
  ["x: >\n", " a\n  b\n"],
  ["x: |\n", " ", "a"],
  ["x: |\n", " \n", "a"],
  ["x: |+\n", " \n"],
  ["x: |\n", "\t\n"],
  ["x: |", "-"],
  ["x: |", "1"],
  ["x: |", "a"],
  ["x: | ", "# "],
  ["x: ", "| "],
  ['x: "', "\\"],
  ['x: "', "\\'", '"'],
  ['x: "', "\\q", '"'],
  ['x: "', "\\x", '"'],
  ['x: "', "\\uD800", '"'],
  ['x: "', "\\u0041", '"'],
  ['x: "', "\\/", '"'],
  ['x: "', '\\"'],
  ['x: "', "\n", '"'],
  ['x: "', "\n ", '"'],
  ['x: "', " \n", '"'],
  ['x: "a', " ", 'b"'],
  ['x: "a\n', " ", 'b"'],
  ['x: "', "a\n", '"'],
  ['x: "', "a "],
  ['x: "', "'"],
  ["x: '", "''", "'"],
  ["x: '", "\n", "'"],
  ["x: '", " \n", "'"],
  ["x: 'a\n", " ", "b'"],
  ["x: '", '"'],
  ["x: ", "'a\n"],
  ["x: ", "'a'b"],
  ["x: ", "'a' "],
  ["x: ", "a:"],
  ["x: ", "a: "],
  ["x: ", "a #"],
  ["x: ", "\r"],
  ["x: a", "\r\n"],
  ["", "a: b\r"],
  ["x: ", "\u0085"],
  ["x: ", "\u2028"],
  ["", "\u2028"],
  ["x: ", "\ufeff"],
  ["", "\ufeff"],
  ["", "...\n\ufeff"],
  ["x: ", "\ud83d\udd27"],
  ["x: ", "é"],
  ["x: [", '"a",', "]"],
  ["x: [\n", '"a"#\n'],
  ["x: {", '"a":b,', "}"],
  ["x: [", '"\n",', "]"],
  ["x: {", "? a\n,", "}"],
  ["x: {\n", "a\n,", "}"],
  ["x: [", "- "],
  ["x: [", "|"],
  ["x: [", "a\n"],
  ["x: [", "a b,"],
  ["x: [", "a]"],
  ["x: ", "[a]b"],
  ["x: ", "[a]:"],
  ["", "[a]: b\n"],
  ["", "{a: b}: c\n"],
  ["", "? - a\n"],
  ["", "- ? "],
  ["", "? - "],
  ["x:\n  ", "- ? - : "],
  ["", "a: [\n"],
  ["", "a: ]\n"],
  ["", "a: b]\n"],
  ["", "a: }\n"],
];

/** Everything known or suspected to be slow: each at the greatest length of a frontmatter, and at the greatest that is read. */
export function hostileFrontmatter(): readonly HostileFrontmatter[] {
  return [...repetitions, ...series].flatMap(({ name, make }) => {
    const most = lastThat(maxFrontmatterLength, (count) => make(count).length <= maxFrontmatterLength);
    const read = lastThat(most, (count) => parseYaml(make(count)).parts !== undefined);
    return [
      { name, yaml: make(most) },
      ...(read < most ? [{ name: `${name}, up to the limit`, yaml: make(read) }] : []),
    ];
  });
}

interface HostileClass {
  readonly name: string;
  /** A frontmatter with this many repetitions. */
  make(count: number): string;
}

const repetitions = repeated.map(
  ([start, piece, end = ""]): HostileClass => ({
    name: JSON.stringify([start, piece, end].join("\u2026")),
    make: (count) => `${fields}${start}${piece.repeat(count)}${end}\n`,
  }),
);

const series = Object.entries<(index: number) => string>({
  keys: (index) => `k${index}: a\n`,
  "keys in quotes": (index) => `"k${index}": a\n`,
  anchors: (index) => `k${index}: &a${index} *a${index - 1}\n`,
  "many anchors": (index) => `k${index}: &a${index} x\n`,
  merges: (index) => `k${index}: &a${index}\n  <<: [*a${index - 1}]\n`,
  "stairs down": (index) => `${" ".repeat(index)}k:\n`,
  "stairs of lists": (index) => `${" ".repeat(index)}- \n`,
  saw: (index) => `${" ".repeat(index % 100)}k:\n`,
  "saw of lists": (index) => `${" ".repeat(index % 100)}- a\n`,
  "a large map merged often": (index) =>
    index === 0 ? "a: &a\n" : index < 300 ? `  k${index}: x\n` : index === 300 ? "<<: [*a" : ",*a",
  "a large map merged often, a level down": (index) =>
    index === 0 ? "a: &a\n" : index < 300 ? `  k${index}: x\n` : index === 300 ? "b:\n  <<: [*a" : ",*a",
  "a large list often": (index) => (index === 0 ? "a: &a [" : index < 500 ? "x," : index === 500 ? "]\nb: [*a" : ",*a"),
  "merges of merges": (index) =>
    index === 0
      ? "a0: &a0\n"
      : index < 200
        ? `  k${index}: x\n`
        : index === 200
          ? "b200: &b200 {<<: *a0}\n"
          : `b${index}: &b${index} {<<: *b${index - 1}}\n`,
}).map(([name, line]): HostileClass => ({ name, make: (count) => `${fields}${seriesOf(count, line)}` }));

function seriesOf(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("");
}

/** The largest number up to `most` for which a condition holds, by bisection: the condition must hold for all smaller numbers. */
function lastThat(most: number, holds: (count: number) => boolean): number {
  let low = 0;
  for (let high = most; low < high; ) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
