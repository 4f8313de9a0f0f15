import { describe, expect, test } from "vitest";
import { testFiles, testHost } from "#lib/chat/host-fixture.ts";
import type { WriteToolOffer } from "#lib/chat/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { createCallDecisions } from "./decisions.ts";

const writer: WriteToolOffer = {
  kind: "write",
  name: "put",
  run: async () => ({ kind: "written", output: "Done." }),
};

describe("a call that was not asked about because it must fail", () => {
  test("does not run even if by then it could: a write", () => {
    let files = textFiles({ "/workspace/a": "a file, where a folder is wanted" });
    const decisions = createCallDecisions(testHost({ files: () => files }), []);
    const decided = decisions.decideWrite("1", { path: "a/b.txt", content: "x" }, writer);
    expect(decided).toBeUndefined();
    files = textFiles({ "/workspace/a/other.txt": "x" });
    expect(() => decisions.requireLeave("1", "write")).toThrow("/workspace/a is a file, so nothing can be below it.");
    expect(decisions.decideWrite("2", { path: "a/b.txt", content: "x" }, writer)).toEqual({
      reason: "inside the working folder",
    });
    expect(() => decisions.requireLeave("2", "write")).not.toThrow();
  });

  test("does not run even if by then it could: a read outside the working folder", () => {
    let files = testFiles;
    const decisions = createCallDecisions(testHost({ files: () => files }), []);
    expect(decisions.decideRead("1", "~/late.txt")).toBeUndefined();
    files = textFiles({ "/home/user/late.txt": "private" });
    expect(() => decisions.requireLeave("1")).toThrow("There is no file /home/user/late.txt.");
    expect(decisions.decideRead("2", "~/late.txt")).toEqual({ reason: "outside the working folder" });
  });
});

test("a write that nothing was decided on does not run", () => {
  const decisions = createCallDecisions(testHost(), []);
  expect(() => decisions.requireLeave("1", "write")).toThrow("Nobody was asked");
  expect(() => decisions.requireLeave("1")).not.toThrow();
});
