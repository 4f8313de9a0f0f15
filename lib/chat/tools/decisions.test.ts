import { describe, expect, test } from "vitest";
import { testFiles, testHost } from "#lib/chat/host-fixture.ts";
import type { RunToolOffer, WriteToolOffer } from "#lib/chat/session.ts";
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

describe("a command", () => {
  const input = { command: "echo a" };
  const runner = (changes: Partial<RunToolOffer> = {}): RunToolOffer => ({
    name: "bash",
    description: "",
    schema: {},
    refusal: () => undefined,
    allows: () => false,
    run: async () => ({ text: "" }),
    ...changes,
  });
  const consents = new Map([["1", JSON.stringify(input)]]);

  test.each([
    ["that nobody has allowed", "2", input],
    ["other than the one that was shown", "1", { command: "echo a; rm b" }],
    ["that was shown with something besides", "1", { ...input, cwd: "/" }],
  ])("%s does not run", (_, id, asked) => {
    const decisions = createCallDecisions(testHost(), [], consents);
    expect(decisions.decideRun(id, asked, runner())).toBeDefined();
    expect(() => decisions.requireRunLeave(id, asked, runner())).toThrow("Nobody has allowed this command");
  });

  test("does not run by what the conversation says of a yes", () => {
    const approval = { id: "a", approved: true };
    const part = {
      type: "dynamic-tool",
      toolName: "bash",
      toolCallId: "2",
      state: "approval-responded",
      input,
      approval,
    };
    const decisions = createCallDecisions(
      testHost(),
      [{ id: "m", role: "assistant", parts: [part as never] }],
      consents,
    );
    expect(() => decisions.requireRunLeave("2", input, runner())).toThrow("Nobody has allowed this command");
  });

  test("runs by a yes to it, and by leave for all such while that holds", () => {
    const decisions = createCallDecisions(testHost(), [], consents);
    decisions.requireRunLeave("1", input, runner());
    const free = runner({ allows: () => true });
    expect(decisions.decideRun("2", input, free)).toBeUndefined();
    decisions.requireRunLeave("2", input, free);
    expect(() => decisions.requireRunLeave("2", input, runner())).toThrow("Nobody has allowed this command");
  });

  test("that was refused stays so, whatever is allowed", () => {
    const decisions = createCallDecisions(testHost(), [], consents);
    expect(decisions.decideRun("1", input, runner({ refusal: () => "No." }))).toBeUndefined();
    expect(() => decisions.requireRunLeave("1", input, runner({ allows: () => true }))).toThrow("No.");
  });
});
