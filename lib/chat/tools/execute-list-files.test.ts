import { expect, test } from "vitest";
import type { ListFilesInput } from "#lib/chat/message.ts";
import { testHost } from "#lib/chat/test-host.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { describeList } from "./describe-output.ts";
import { reachOf } from "./reach.ts";
import { executeListFiles } from "./read-tools.ts";

const files = textFiles(
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

const host = testHost({
  files: () => files,
  guard: (path) => {
    if (path.includes("/.ssh")) return { permission: "denied", reason: "it is a hidden folder" };
    return { permission: path.startsWith("/workspace") ? "granted" : "pending", reason: "outside" };
  },
});
const list = (input: ListFilesInput) => executeListFiles(input, reachOf(host));
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
    files: () => files,
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
