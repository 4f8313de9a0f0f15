import { expect, test } from "vitest";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { describeGrep } from "./describe-output.ts";
import { executeGrep, grepLimits } from "./execute-grep.ts";
import type { GrepInput } from "./message.ts";
import { reachOf } from "./reach.ts";
import { testHost } from "./test-host.ts";

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

test("a pattern made to hang takes linear time", async () => {
  const evil = textFiles({ "/workspace/evil": `${"a".repeat(50_000)}!` });
  const output = await executeGrep({ pattern: "^(a+)+$" }, reachOf(testHost({ files: () => evil })));
  expect(output.matches).toEqual([]);
});

test("what is no pattern, not there or denied is answered in a sentence", async () => {
  await expect(grep({ pattern: "(" })).rejects.toThrow(/^The pattern is not a regular expression that RE2 accepts/);
  await expect(grep({ pattern: "x", path: "gone" })).rejects.toThrow("There is nothing at /workspace/gone.");
  await expect(grep({ pattern: "x", path: "/etc" })).rejects.toThrow("Reading /etc is not allowed");
  expect(describeGrep(await grep({ pattern: "no such words" }))).toBe("No line matches.");
});

test("a search that is no longer wanted stops", async () => {
  const big = textFiles(
    Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`/workspace/${index}`, "x\n".repeat(300_000)])),
  );
  const stopped = AbortSignal.abort(new Error("stopped"));
  const reachBig = reachOf(testHost({ files: () => big }));
  await expect(executeGrep({ pattern: "y" }, reachBig, stopped)).rejects.toThrow("stopped");
});
