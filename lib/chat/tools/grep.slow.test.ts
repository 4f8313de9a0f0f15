import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { testHost } from "#lib/chat/host-fixture.ts";
import type { GrepInput } from "#lib/chat/message.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { ThreadWorker } from "#test/servers/thread-worker.ts";
import { describeGrep } from "./describe-output.ts";
import { executeGrep } from "./grep.ts";
import { grepLimits } from "./limits.ts";
import { reachOf } from "./reach.ts";

beforeEach(() => {
  vi.stubGlobal("Worker", ThreadWorker);
  return () => vi.unstubAllGlobals();
});

const files = textFiles({
  "/workspace/a.md": "Fill the form\nnothing\nfill again\n",
  "/workspace/b/c.md": "the form\n",
  "/workspace/binary": "form\0",
  "/workspace/.git/config": "form",
  "/workspace/many.txt": "form\n".repeat(grepLimits.matches + 1),
  "/home/user/x": "form",
});
const reach = reachOf(testHost({ files: () => files }));
const grep = (input: GrepInput, signal?: AbortSignal) => executeGrep(input, reach, signal);

test("matching lines come with path and number", async () => {
  const output = await grep({ pattern: "^fill", path: "a.md" });
  expect(output.matches).toEqual([{ path: "/workspace/a.md", line: 3, text: "fill again" }]);
  expect(describeGrep(output)).toBe("/workspace/a.md:3: fill again");
  expect((await grep({ pattern: "^fill", path: "a.md", ignoreCase: true })).matches).toHaveLength(2);
});

test("a search goes down from the working folder, past binary files and .git", async () => {
  const { matches } = await grep({ pattern: "form$" });
  expect(new Set(matches.map(({ path }) => path))).toEqual(
    new Set(["/workspace/a.md", "/workspace/b/c.md", "/workspace/many.txt"]),
  );
});

test("too many matches end it, and it says so", async () => {
  const output = await grep({ pattern: "form", path: "many.txt" });
  expect(output).toMatchObject({ truncated: true });
  expect(output.matches).toHaveLength(grepLimits.matches);
  expect(describeGrep(output)).toMatch(/stopped here/);
});

test("what was not searched is told, with the reason and where it stands", async () => {
  const large = `${"x".repeat(grepLimits.fileBytes)}needle`;
  const mixed = textFiles({
    "/workspace/a.txt": "nothing here",
    "/workspace/big.log": large,
    ...Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`/workspace/bin/${at}`, "needle\0"])),
  });
  const unreadable = { ...mixed, read: (path: string) => (path.endsWith("a.txt") ? undefined : mixed.read(path)) };
  const output = await executeGrep({ pattern: "needle" }, reachOf(testHost({ files: () => unreadable })));
  expect(describeGrep(output).split("\n")).toEqual([
    "No line matches.",
    "[Not searched, as what is there cannot be read: /workspace/a.txt.]",
    "[Not searched, as larger than 1 MB; read them in parts: /workspace/big.log.]",
    `[Not searched, as no text: ${[0, 1, 2, 3, 4].map((at) => `/workspace/bin/${at}`).join(", ")}, and 2 more.]`,
  ]);
  expect(output.truncated).toBe(false);
});

test("a search that has looked at as much as it may says what is left", async () => {
  const half = "y".repeat(grepLimits.fileBytes / 2);
  const many = textFiles(Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`/workspace/f${at}`, half])));
  // Not ended for its time instead, on a busy machine.
  const output = await executeGrep({ pattern: "needle" }, reachOf(testHost({ files: () => many })), undefined, 120_000);
  expect(output.skipped).toMatchObject([{ reason: "rest", count: 4 }]);
  expect(describeGrep(output)).toContain("[Not searched, as the search ends after 20 MB; search a folder below: ");
});

test("a pattern made to hang takes linear time", async () => {
  const evil = textFiles({ "/workspace/evil": `${"a".repeat(50_000)}!` });
  const output = await executeGrep({ pattern: "^(a+)+$" }, reachOf(testHost({ files: () => evil })));
  expect(output.matches).toEqual([]);
});

test("a pattern with too many repetitions is refused, with what is allowed", async () => {
  const dear = grep({ pattern: "(?:x?w?x?){240}" });
  await expect(dear).rejects.toThrow(/^The pattern is too large: .* has \d+ steps, and 1000 are allowed/);
  await expect(grep({ pattern: "a".repeat(1001) })).rejects.toThrow("has 1001 characters, and 1000 are allowed");
});

test("of a long line the beginning is searched, which is said", async () => {
  const long = textFiles({ "/workspace/long": `needle${" ".repeat(5_000)}\n${" ".repeat(5_000)}needle` });
  const output = await executeGrep({ pattern: "needle" }, reachOf(testHost({ files: () => long })));
  expect(output.matches).toEqual([{ path: "/workspace/long", line: 1, text: "needle" }]);
  expect(describeGrep(output)).toMatch(/Of 2 long lines only the first 4000 characters were searched/);
});

/** A pattern that takes seconds per line: each letter opens another set of possible positions in the pattern. */
const slow = "x[xw]{900}[yz]";
const mixed = Array.from({ length: 3_900 }, (_, index) => (Math.sin(index * index) > 0 ? "x" : "w")).join("");
const endless = textFiles({
  "/workspace/0": `${"x".repeat(901)}y\n`,
  ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`/workspace/1${index}`, `${mixed}\n`.repeat(100)])),
});

test("a search that takes too long is ended, and what it found is told", async () => {
  const output = await executeGrep({ pattern: slow }, reachOf(testHost({ files: () => endless })), undefined, 3_000);
  expect(output).toMatchObject({ timedOut: true, matches: [{ path: "/workspace/0", line: 1 }] });
  expect(describeGrep(output)).toMatch(/took too long and was ended/);
});

test("a search is stopped in the middle of its work", async () => {
  const stopping = new AbortController();
  const searching = executeGrep({ pattern: slow }, reachOf(testHost({ files: () => endless })), stopping.signal);
  const beats = setInterval(() => stopping.abort(new Error("stopped")), 500);
  await expect(searching).rejects.toThrow("stopped");
  clearInterval(beats);
});

test("what is no pattern, not there or denied is answered in a sentence", async () => {
  await expect(grep({ pattern: "(" })).rejects.toThrow(/^The pattern is not a regular expression that RE2 accepts/);
  await expect(grep({ pattern: "x", path: "gone" })).rejects.toThrow("There is nothing at /workspace/gone.");
  await expect(grep({ pattern: "x", path: "/etc" })).rejects.toThrow("Reading /etc is not allowed");
  expect(describeGrep(await grep({ pattern: "no such words" }))).toMatch(/^No line matches\./);
});

test("a search that is no longer wanted stops", async () => {
  const big = textFiles(
    Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`/workspace/${index}`, "x\n".repeat(300_000)])),
  );
  const stopped = AbortSignal.abort(new Error("stopped"));
  const reachBig = reachOf(testHost({ files: () => big }));
  await expect(executeGrep({ pattern: "y" }, reachBig, stopped)).rejects.toThrow("stopped");
});

const part = fc.constantFrom(
  ..."x w [xw] . x? w* [xw]{9} x[xw]{90} [xw]{0,50} (x|w) (x+w+)+ (?:x*w?){20} (x|xw|wx)* .*y ^ $ [^y] \\pL{30}".split(
    " ",
  ),
);

test.runIf(process.env.SOAK)(
  "any pattern over any text ends, and leaves the page free",
  { timeout: 900_000 },
  async () => {
    const pattern = fc.array(part, { minLength: 1, maxLength: 40 }).map((parts) => `${parts.join("")}[yz]`);
    const counts = { ended: 0, late: 0, refused: 0 };
    let gap = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      gap = Math.max(gap, performance.now() - last);
      last = performance.now();
    }, 5);
    const search = fc.asyncProperty(pattern, async (each) => {
      const reached = reachOf(testHost({ files: () => endless }));
      const begun = performance.now();
      const output = await executeGrep({ pattern: each }, reached, undefined, 2_000).catch(
        (error: Error) => error.message,
      );
      counts[typeof output === "string" ? "refused" : output.timedOut ? "late" : "ended"]++;
      expect(performance.now() - begun).toBeLessThan(10_000);
    });
    await fc.assert(search, { numRuns: 100 });
    clearInterval(beat);
    process.stdout.write(`${JSON.stringify(counts)}, held up for ${gap.toFixed(0)} ms at most\n`);
  },
);
