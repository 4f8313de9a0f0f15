import { beforeEach, describe, expect, test, vi } from "vitest";
import { testHost } from "#lib/chat/host-fixture.ts";
import type { ListFilesInput, ReadFileInput } from "#lib/chat/message.ts";
import { estimateTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { createPendingFiles, createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { createVolume, fillVolume, settleVolume } from "#lib/vfs/volume.ts";
import { ThreadWorker } from "#test/servers/thread-worker.ts";
import { describeGrep, describeList, describeRead } from "./describe-output.ts";
import { executeGrep } from "./grep.ts";
import { readLimits } from "./limits.ts";
import { reachOf } from "./reach.ts";
import { executeListFiles, executeReadFile } from "./read-tools.ts";

const lines = Array.from({ length: 2500 }, (_, index) => `line ${index + 1}`).join("\n");

const files = textFiles({
  "/workspace/a.txt": "one\r\ntwo\r\nthree\r\n",
  "/workspace/empty.txt": "",
  "/workspace/long.txt": lines,
  "/workspace/wide.txt": "é".repeat(300_000),
  "/workspace/image.png": "\u0089PNG\0\0",
  "/workspace/docs/guide.md": "# Guide\n",
  "/home/user/note.txt": "at home\n",
  "/workspace/.git/config": "token = secret\n",
});

function read(input: ReadFileInput) {
  return executeReadFile(input, reachOf(testHost({ files: () => files })));
}

describe("a path", () => {
  test.each(["a.txt", "./docs/../a.txt", "/workspace/a.txt", " a.txt "])(
    "%j counts from the working folder",
    async (path) => {
      expect(await read({ path })).toMatchObject({ path: "/workspace/a.txt", bytes: 17, lines: 3, truncated: false });
    },
  );

  test("may begin at the home folder", async () => {
    expect(await read({ path: "~/note.txt" })).toMatchObject({ path: "/home/user/note.txt", text: "at home\n" });
  });

  test.each([
    ["a folder", "docs", "/workspace/docs is a folder; it holds guide.md."],
    [
      "a name slightly wrong",
      "docs/giude.md",
      "There is no file /workspace/docs/giude.md; /workspace/docs holds guide.md.",
    ],
    ["a folder slightly wrong", "dosc/guide.md", /\/workspace holds docs, /],
    ["a place that is denied", "/etc/passwd", "Reading /etc/passwd is not allowed: it is a system folder."],
    ["a place below one that may not be listed", "/home/x/y", "There is no file /home/x/y."],
    ["a binary file", "image.png", "/workspace/image.png is a binary file (7 bytes), which cannot be read as text."],
    ["git's own files", ".git/config", /^There is no file \/workspace\/\.git\/config/],
    ["no file at all", "~/.git", "There is no file /home/user/.git."],
  ])("to %s is answered in a sentence", async (_, path, sentence) => {
    await expect(read({ path })).rejects.toThrow(sentence);
  });

  test("that is missing never names .git among what is near", async () => {
    await expect(read({ path: ".gti" })).rejects.toThrow(/^(?!.*\.git,).*$/);
  });
});

describe("an excerpt", () => {
  test("of nothing is the whole file, byte for byte", async () => {
    expect((await read({ path: "a.txt" })).text).toBe("one\r\ntwo\r\nthree\r\n");
    expect(await read({ path: "empty.txt" })).toMatchObject({ text: "", lines: 0, truncated: false });
  });

  test("begins and ends where asked, and tells the model where to read on", async () => {
    const input = { path: "a.txt", offset: 2, limit: 1 };
    const output = await read(input);
    expect(output).toMatchObject({ text: "two\r", truncated: true, lines: 3 });
    expect(describeRead(input, output)).toBe("two\r\n\n[Lines 2 to 2 of 3. Read on with offset 3.]");
    expect(describeRead({ path: "a.txt" }, await read({ path: "a.txt" }))).toBe("one\r\ntwo\r\nthree\r\n");
  });

  test("reads on to the end, and no further", async () => {
    const last = await read({ path: "long.txt", offset: 2001 });
    expect(last.text.split("\n")).toHaveLength(500);
    expect(describeRead({ path: "", offset: 2001 }, last)).toMatch(/\[Lines 2001 to 2500 of 2500\.\]$/);
    await expect(read({ path: "long.txt", offset: 2501 })).rejects.toThrow("has only 2500 lines");
  });

  test("is never longer than the limits", async () => {
    expect((await read({ path: "long.txt", limit: 9999 })).text.split("\n")).toHaveLength(readLimits.lines);
    const { text, truncated } = await read({ path: "wide.txt" });
    expect(truncated).toBe(true);
    expect(text.length).toBeLessThanOrEqual(readLimits.characters);
  });
});

describe("what is too long for one read", () => {
  const wide = Array.from({ length: 100_000 }, (_, at) => String(at).padStart(6, "0")).join(" ");
  const long = `${Array.from({ length: 40_000 }, (_, at) => `This is line ${at} of the log.`).join("\n")}\n`;
  const tree = textFiles({
    "/workspace/wide.txt": `one\n${wide}\nthree\n`,
    "/workspace/log.txt": long,
    "/workspace/minified.js": "var abc=1;".repeat(1_000_000),
  });
  const host = testHost({ files: () => tree });
  const readAt = async (input: ReadFileInput) => {
    const output = await executeReadFile(input, reachOf(host));
    return { output, told: describeRead(input, output) };
  };

  test("one line of 10 MB is cut", async () => {
    const { told } = await readAt({ path: "minified.js" });
    expect(estimateTokens(told)).toBeLessThan(readLimits.tokens * 1.05);
    expect(told).toMatch(
      /\[Characters 1 to \d+ of the 10000000 in line 1 of 1\. Read on with offset 1 and column \d+\.\]$/,
    );
  });

  test("a line comes in parts that say how to go on, down to the line after it", async () => {
    const parts: string[] = [];
    let at: Pick<ReadFileInput, "offset" | "column"> = { offset: 2 };
    while (at.offset === 2) {
      const { output, told } = await readAt({ path: "wide.txt", ...at });
      expect(estimateTokens(told)).toBeLessThan(readLimits.tokens * 1.05);
      parts.push(output.text);
      const [, offset, , column] = /Read on with offset (\d+)( and column (\d+))?\.\]$/.exec(told) ?? [];
      at = { offset: Number(offset), ...(column !== undefined && { column: Number(column) }) };
    }
    expect(parts.join("")).toBe(wide);
    expect(at).toEqual({ offset: 3 });
    const { told } = await readAt({ path: "wide.txt", offset: 2, column: 101 });
    expect(told).toMatch(/\[Characters 101 to \d+ of the 699999 in line 2 of 3\./);
    await expect(readAt({ path: "wide.txt", offset: 1, column: 9 })).rejects.toThrow(
      "Line 1 of /workspace/wide.txt has only 3 characters.",
    );
  });

  test("a long file ends at a whole line, and no part of it is lost on the way", async () => {
    const lines: string[] = [];
    for (let offset = 1; lines.length < 40_000; ) {
      const { output, told } = await readAt({ path: "log.txt", offset });
      expect(estimateTokens(told)).toBeLessThan(readLimits.tokens * 1.05);
      lines.push(...output.text.split("\n"));
      offset = lines.length + 1;
      if (lines.length < 40_000) expect(told).toContain(`Read on with offset ${offset}.`);
    }
    expect(`${lines.join("\n")}\n`).toBe(long);
  });
});

const listedFiles = textFiles(
  {
    "/workspace/a.txt": "abc",
    "/workspace/docs/b.md": "b",
    "/workspace/.git/config": "secret",
    "/home/user/.ssh/id": "key",
    "/home/user/note.txt": "n",
    ...Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`/workspace/many/${index}`, ""])),
  },
  { links: { "/workspace/docs/up": "..", "/workspace/link.txt": "a.txt" }, folders: ["/workspace/empty"] },
);

const listingHost = testHost({
  files: () => listedFiles,
  guard: (path) => {
    if (path.includes("/.ssh")) return { permission: "denied", reason: "it is a hidden folder" };
    return { permission: path.startsWith("/workspace") ? "granted" : "pending", reason: "outside" };
  },
});
const list = (input: ListFilesInput) => executeListFiles(input, reachOf(listingHost));
const paths = (input: ListFilesInput) => list(input).entries.map(({ path }) => path);

test("a folder's entries come with kind and size, without .git", () => {
  expect(list({ path: "." }).entries).toEqual([
    { path: "/workspace/a.txt", kind: "file", bytes: 3 },
    { path: "/workspace/docs", kind: "folder", bytes: 0 },
    { path: "/workspace/empty", kind: "folder", bytes: 0 },
    { path: "/workspace/link.txt", kind: "link", bytes: 0 },
    { path: "/workspace/many", kind: "folder", bytes: 0 },
  ]);
});

test("a recursive list goes down, and never round a link", () => {
  expect(paths({ path: "docs", recursive: true })).toEqual(["/workspace/docs/b.md", "/workspace/docs/up"]);
});

test("what is denied inside a folder is left out, and counted", () => {
  const output = list({ path: "~", recursive: true });
  expect(output).toMatchObject({ entries: [{ path: "/home/user/note.txt" }], withheld: 1 });
  expect(describeList(output)).toContain("[1 left out: the harness does not let the model read there.]");
});

test("a granted folder does not open what is pending inside it", () => {
  const inside = testHost({
    files: () => listedFiles,
    guard: (path) => ({ permission: path.includes("docs") ? "pending" : "granted", reason: "" }),
  });
  const output = executeListFiles({ path: ".", recursive: true }, reachOf(inside));
  expect(output.entries.some(({ path }) => path.includes("docs"))).toBe(false);
  expect(output.withheld).toBe(1);
});

test("a long list ends, and says so", () => {
  const output = list({ path: "many" });
  expect(output).toMatchObject({ truncated: true });
  expect(output.entries).toHaveLength(500);
  expect(describeList(output)).toMatch(/\[There is more; list a folder below\.\]$/);
});

test("files, empty folders and nothing are told apart", () => {
  expect(describeList(list({ path: "a.txt" }))).toBe("/workspace/a.txt (3 bytes)");
  expect(describeList(list({ path: "empty" }))).toBe("/workspace/empty is empty.");
  expect(() => list({ path: "dosc" })).toThrow("There is no folder /workspace/dosc; /workspace holds docs");
  expect(() => list({ path: ".git" })).toThrow("There is no folder");
});

beforeEach(() => {
  vi.stubGlobal("Worker", ThreadWorker);
  return () => vi.unstubAllGlobals();
});

test("a file on its way is listed without a size, waited for, and told where it does not come", async () => {
  const volume = createVolume();
  const pending = createPendingFiles([{ path: "a.txt", mode: snapshotMode.file }]);
  await fillVolume(volume, createSnapshot([]), { pending });
  const table = createMountTable([{ at: "/workspace", volume, from: "/", mountId: "m" }]);
  const reach = reachOf(testHost({ files: () => table }));
  const listed = executeListFiles({ path: "." }, reach);
  expect(describeList(listed)).toBe("/workspace/a.txt (still on its way)");
  await expect(executeReadFile({ path: "a.txt" }, reach)).rejects.toThrow("has not come from its source");
  const before = await executeGrep({ pattern: "late" }, reach);
  expect(describeGrep(before)).toMatch(/left out as their contents have not come: 1/);
  const stop = new AbortController();
  volume.pending.requestFrom(() => stop.abort(new Error("stopped")));
  await expect(executeReadFile({ path: "a.txt" }, reach, stop.signal)).rejects.toThrow("stopped");
  volume.pending.requestFrom(undefined);
  const bytes = new TextEncoder().encode("too late\n");
  const contents = createSnapshot([{ path: "a.txt", mode: snapshotMode.file, bytes }]);
  volume.pending.requestFrom(() => void settleVolume(volume, contents, new AbortController().signal));
  const [read, found] = await Promise.all([
    executeReadFile({ path: "a.txt" }, reach),
    executeGrep({ pattern: "late" }, reach),
  ]);
  expect(read).toMatchObject({ text: "too late\n", bytes: 9 });
  expect(found.matches).toEqual([{ path: "/workspace/a.txt", line: 1, text: "too late" }]);
});
