import { describe, expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import type { WriteTool } from "#lib/harness/vocabulary/access.ts";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { snapshotFiles } from "#lib/vfs/snapshot-files.ts";
import { runWriteTool, type WriteRequest } from "./write-tool.ts";

const encoder = new TextEncoder();
const contents: Record<string, Uint8Array> = {
  "unix.txt": encoder.encode("one\ntwo\nthree\n"),
  "dos.txt": encoder.encode("\ufeffone\r\ntwo\r\nthree\r\n"),
  "mixed.txt": encoder.encode("one\r\ntwo\nthree\n"),
  "latin.txt": new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a, 0x6f, 0x6e, 0x65, 0x0a]),
  "image.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0x6f, 0x6e, 0x65]),
  "twice.txt": encoder.encode("aaa\nab ab\n"),
};
const files = snapshotFiles(
  createSnapshot(
    Object.entries(contents).map(([name, bytes]) => ({ path: `workspace/${name}`, mode: snapshotMode.file, bytes })),
  ),
);
const profile = profileById("keen");
const session = loadSession(profile, files, { cwd: "/workspace", home: "/home/user" });
const toolOf = (kind: WriteTool["kind"]) => profile.writeTools.tools.find((tool) => tool.kind === kind) as WriteTool;

const edit = (path: string, find: string, replace: string) =>
  outcome("replace", { path, patches: [{ find, replace }] });

function outcome(kind: WriteTool["kind"], request: WriteRequest): string | null {
  const result = runWriteTool(profile, session, toolOf(kind), request);
  return result.kind === "refused" ? result.reason : result.write.text;
}

describe("an edit", () => {
  test("keeps the line ends of a file whose lines all end alike, and its byte-order mark", () => {
    expect(edit("dos.txt", "one\ntwo\n", "1\n2\n2½\n")).toBe("\ufeff1\r\n2\r\n2½\r\nthree\r\n");
    expect(edit("dos.txt", "one\r\ntwo", "1\r\n2")).toBe("\ufeff1\r\n2\r\nthree\r\n");
    expect(edit("unix.txt", "two\n", "2\n")).toBe("one\n2\nthree\n");
  });

  test("of a file whose lines end in two ways is taken to the letter", () => {
    expect(edit("mixed.txt", "one\ntwo", "1")).toBe("The text to replace does not occur in mixed.txt.");
    expect(edit("mixed.txt", "one\r\ntwo", "1\n2")).toBe("1\n2\nthree\n");
  });

  test("of what is no UTF-8 is refused: its other bytes would not stay as they are", () => {
    const sentence = "is not UTF-8 text: an edit would change more of it than was asked for.";
    expect(edit("latin.txt", "one", "two")).toBe(`latin.txt ${sentence}`);
    expect(edit("image.png", "one", "two")).toBe(`image.png ${sentence}`);
  });

  test("of a text that stands there twice is refused, be it over itself", () => {
    expect(edit("twice.txt", "ab", "x")).toBe(
      "The text to replace occurs 2 times in twice.txt: include more of the text around it.",
    );
    expect(edit("twice.txt", "aa", "x")).toMatch(/^The text to replace occurs 2 times/);
  });
});

test("a text is not written over a binary file", () => {
  expect(outcome("write", { path: "image.png", content: "x" })).toBe(
    "/workspace/image.png is a binary file, which a text would destroy.",
  );
  expect(outcome("write", { path: "latin.txt", content: "café\n" })).toBe("café\n");
});
