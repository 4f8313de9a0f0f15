import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { hostileFrontmatter } from "#test/hostile-frontmatter.ts";
import { type Dialect, readFrontmatter, readYaml } from "../read-frontmatter.ts";
import { estimateParts, maxYamlErrors } from "./parse-bounded.ts";
import { frontmatterLimits, parseYaml } from "./parse-yaml.ts";
import { createTextCache } from "./text-cache.ts";

function counting() {
  const made: string[] = [];
  const make = (text: string) => {
    made.push(text);
    return text === "nothing" ? undefined : text.toUpperCase();
  };
  return { made, make };
}

test("a text is worked out once, and so is one of which nothing comes", () => {
  const cache = createTextCache<string | undefined>(100);
  const { made, make } = counting();
  for (const text of ["a", "nothing", "a", "nothing"]) cache.get(text, make);
  expect(cache.get("a", make)).toBe("A");
  expect(made).toEqual(["a", "nothing"]);
});

test("of too many texts those asked for last stay", () => {
  const cache = createTextCache<string | undefined>(20);
  const { made, make } = counting();
  for (const text of ["aaaa", "bbbb", "cccc", "aaaa", "dddd", "eeee", "aaaa"]) cache.get(text, make);
  expect(made).toEqual(["aaaa", "bbbb", "cccc", "dddd", "eeee"]);
  cache.get("bbbb", make);
  expect(made.at(-1)).toBe("bbbb");
});

test("long texts that differ in their last characters alone are told apart, and as quickly as short ones", () => {
  // V8 hashes texts of one length alike: if each were compared with all others, the test would time out.
  const cache = createTextCache<string>(200_000_000);
  const texts = Array.from({ length: 2_000 }, (_, index) => `${",".repeat(31_000)}${String(index).padStart(4, "0")}`);
  const results = texts.map((text) => cache.get(text, () => text.slice(-4)));
  expect(texts.map((text) => cache.get(text, () => "made anew"))).toEqual(results);
  expect(results).toEqual(texts.map((text) => text.slice(-4)));
});

test("of long texts that are alike where they are looked at, each is worked out for itself", () => {
  const cache = createTextCache<string>(200_000);
  const texts = ["a", "b"].map((sign) => `${" ".repeat(10_001)}${sign}${" ".repeat(9_998)}`);
  for (const text of [...texts, ...texts]) expect(cache.get(text, (each) => each.trim())).toBe(text.trim());
});

test("a text that reads as the sample of a long one is worked out for itself", () => {
  const cache = createTextCache<number>(200_000);
  const long = "x".repeat(20_000);
  const sample = `${long.length} ${"x".repeat(64)} ${"x".repeat(256)}`;
  for (const text of [long, sample, long, sample]) expect(cache.get(text, (each) => each.length)).toBe(text.length);
});

test.each([
  "a,",
  "a: b\n",
  "a: b\r",
  "- a\n",
  "{a: ",
  "a: b: ",
  "\\x",
  "? ",
  "#\n",
  " \n",
  "&a *a ",
  "!!int 1,",
  "''",
  "🔧",
])("%j over and over is not taken for much less than it is", (piece) => {
  for (const start of ["", "x: [", 'x: "']) {
    const yaml = start + piece.repeat(200);
    expect(estimateParts(yaml, 3_000) * 8).toBeGreaterThanOrEqual(parseYaml(yaml).parts ?? 3_000);
  }
});

test("an ordinary text is not taken for more than it is", () => {
  const yaml = `name: pdf\ndescription: ${"Fills forms, and reads them. ".repeat(20)}`;
  expect(estimateParts(yaml, 3_000)).toBeLessThan(60);
});

const dialects: readonly Dialect[] = [
  { kind: "go-struct", types: { name: "text", description: "text", "allowed-tools": "list" } },
  { kind: "go-untyped" },
  { kind: "strict" },
  { kind: "lenient" },
  { kind: "mended", mustBeText: ["name"] },
];

const piece = fc.constantFrom(
  ..."a|b: |: |- |? |[|]|{|}|,|\n|\n  |\t|#|'|\"|\\'|\\x|&a |*a|!t |!!int |>\n|\\|\n|---\n|...\n|%YAML 1.2\n|\ufeff| |é".split(
    "|",
  ),
);

test("what is within the limits is read as the package reads it", () => {
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, (yaml) => {
      const options = { schema: "failsafe", uniqueKeys: false, prettyErrors: false, logLevel: "silent" } as const;
      const documents = parseAllDocuments(yaml, options);
      const [whole] = "empty" in documents ? [] : documents;
      const { document, hasMore, problem } = parseYaml(yaml);
      expect(hasMore).toBe(documents.length > 1);
      expect(problem?.message).toBe(whole?.errors[0]?.message);
      expect(problem?.offset).toBe(whole?.errors[0]?.pos[0]);
      expect(JSON.stringify(document?.contents)).toBe(JSON.stringify(whole?.contents));
    }),
    { numRuns: 500 },
  );
});

const everyDialect: readonly Dialect[] = [
  ...dialects,
  { kind: "mended", mustBeText: [], quotes: "signs", scalars: "javascript" },
  { kind: "mended", mustBeText: [], quotes: "nothing", scalars: "typed" },
  { kind: "javascript", reader: "yaml", orElse: "simple-lines", printed: ["name", "description"] },
  { kind: "javascript", reader: "js-yaml", orElse: "two-lines" },
  { kind: "javascript", reader: "js-yaml-3", orElse: "colons-in-blocks" },
  { kind: "javascript", reader: "pyyaml" },
];

/** A dialect's reading, as text, with `n` in place of the number that makes each text new to the cache. */
function readingOf(yaml: string, dialect: Dialect, number: string): string {
  const plain = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);
  return JSON.stringify(readYaml(yaml, dialect), plain).replaceAll(number, "n");
}

test("whether a text was seen with or without its last line break before makes no difference", () => {
  let count = 100_000;
  const line = fc.constantFrom(
    "y: |\n  a",
    "z: >\n  a",
    "w: |-\n  a\n",
    "v: b",
    "- i",
    "? k",
    "t: 'q'",
    "s: [a]",
    "r: b # c",
  );
  const text = fc.array(fc.oneof(piece, line), { maxLength: 12 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, fc.boolean(), (more, isCut) => {
      const made = () => {
        const number = String(count++);
        const [cut, whole] = [`x: u${number}\n${more}`, `x: u${number}\n${more}\n`];
        return { number, asked: isCut ? cut : whole, twin: isCut ? whole : cut };
      };
      const [alone, second] = [made(), made()];
      parseYaml(second.twin);
      for (const dialect of everyDialect) {
        expect(readingOf(second.asked, dialect, second.number)).toBe(readingOf(alone.asked, dialect, alone.number));
      }
    }),
    { numRuns: 1_000 },
  );
});

test("what would be an error for every comma is not begun", () => {
  const { document, parts, problem } = parseYaml(`x: [${",".repeat(31_000)}`);
  expect([document, parts]).toEqual([undefined, undefined]);
  expect(problem).toBeDefined();
  for (const dialect of dialects) {
    const read = readFrontmatter(`---\nx: [${",".repeat(31_000)}\n---\n`, "trimmed-lines", dialect);
    expect(read).toMatchObject({ kind: "problem", problem: "frontmatter-too-complex" });
  }
});

test("of a document's errors the first are kept", () => {
  const { document, problem } = parseYaml(`x: [${",".repeat(1_000)}`);
  expect(document?.errors).toHaveLength(maxYamlErrors);
  expect(problem?.message).toBe("Unexpected , in flow sequence");
});

test.each(["[", "{a: ", "- ", "? "])("%j within itself is read only so deep", (opening) => {
  expect(parseYaml(`x:\n  ${opening.repeat(frontmatterLimits.depth - 10)}`).parts).toBeDefined();
  expect(parseYaml(`x:\n  ${opening.repeat(frontmatterLimits.depth + 10)}`).parts).toBeUndefined();
});

test("an escape that makes the package throw counts for more", () => {
  expect(parseYaml(`x: "${"\\x41".repeat(1_000)}"`).parts).toBeLessThan(20);
  expect(parseYaml(`x: "${"\\x".repeat(2_000)}"`).parts).toBeUndefined();
});

test("a fault's line counts every line break", () => {
  expect(parseYaml('a: b\r\nc: "d\n  e"\rf: [').problem?.line).toBe(4);
});

/** Milliseconds of processor time that are far too many for a class: the slowest takes five on an idle machine. */
const outOfLine = 50;

describe.runIf(process.env.SOAK)("every class of hostile frontmatter", () => {
  const classes = process.env.SOAK ? hostileFrontmatter() : [];

  test("is read in a few milliseconds under every dialect", { timeout: 600_000 }, () => {
    const rows = classes.map(({ name, yaml }) => ({ name, ...slowest(yaml) }));
    rows.sort((a, b) => b.time - a.time);
    for (const { name, time, dialect } of rows.slice(0, 30)) {
      process.stdout.write(`${time.toFixed(2).padStart(8)} ms  ${dialect.padEnd(10)}  ${name}\n`);
    }
    expect(rows.filter(({ time }) => time > outOfLine)).toEqual([]);
  });

  test.each(classes)("$name is not taken for much less than it is", ({ yaml }) => {
    expect(estimateParts(yaml, 3_000) * 8).toBeGreaterThanOrEqual(parseYaml(yaml).parts ?? 3_000);
  });
});

/** The dialect that takes the most processor time, each by its fastest of five runs. */
function slowest(yaml: string) {
  const timed = dialects.map((dialect) => {
    const times = Array.from({ length: 5 }, (_, round) => {
      const text = `---\n${yaml.replace("without end", `no.${round} ${dialect.kind.slice(0, 3)}`)}\n---\n`;
      const start = process.threadCpuUsage();
      readFrontmatter(text, "trimmed-lines", dialect);
      const { user, system } = process.threadCpuUsage(start);
      return (user + system) / 1000;
    });
    return { time: Math.min(...times), dialect: dialect.kind };
  });
  return timed.reduce((worst, each) => (each.time > worst.time ? each : worst));
}
