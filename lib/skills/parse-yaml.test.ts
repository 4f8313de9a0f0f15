import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { hostileFrontmatter } from "#lib/tasks/soak/hostile-frontmatter.ts";
import { estimateParts, maxYamlErrors } from "./bounded-yaml.ts";
import { frontmatterLimits, parseYaml } from "./parse-yaml.ts";
import { type Dialect, readFrontmatter } from "./read-frontmatter.ts";

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
  expect(parseYaml(`x: "${"\\x".repeat(1_000)}"`).parts).toBeUndefined();
});

test("a fault's line counts every line break", () => {
  expect(parseYaml('a: b\r\nc: "d\n  e"\rf: [').problem?.line).toBe(4);
});

/** Milliseconds of the processor from which a class is far out of line: the worst takes five on a machine with nothing else to do. */
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

/** The dialect that takes longest of the processor's time, of five times the shortest. */
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
