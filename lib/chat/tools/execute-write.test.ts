import { expect, test } from "vitest";
import type { ChatHost, WriteRequest, WriteToolOffer } from "#lib/chat/session.ts";
import { skillFile, testHost } from "#lib/chat/test-host.ts";
import { executeWrite } from "./harness-tools.ts";
import { reachOf } from "./reach.ts";

function writer(done: WriteRequest[] = []): WriteToolOffer {
  return {
    kind: "write",
    name: "write_file",
    run: async (request) => {
      done.push(request);
      return { kind: "written", output: `Wrote ${request.path}.` };
    },
  };
}

const write = (input: unknown, changes: Partial<ChatHost> = {}) =>
  executeWrite(input, reachOf(testHost(changes)), writer());

test("the model reads what the tool prints", async () => {
  const done: WriteRequest[] = [];
  const output = await executeWrite({ path: "new/a.md", content: "x" }, reachOf(testHost()), writer(done));
  expect(output).toEqual({ text: "Wrote new/a.md." });
  expect(done).toEqual([{ path: "new/a.md", content: "x" }]);
});

test.each([
  ["/etc/hosts", "Writing /etc/hosts is not allowed: it is a system folder."],
  [".agents/skills", "/workspace/.agents/skills is a folder."],
  [`${skillFile}/x`, `${skillFile} is a file, so nothing can stand below it.`],
  [".git/config", "/workspace/.git/config belongs to git, which is no part of this tree."],
])("%s is refused: %s", async (path, sentence) => {
  await expect(write({ path, content: "x" })).rejects.toThrow(sentence);
});

test("what the tool refuses becomes the call's error", async () => {
  const refusing: WriteToolOffer = { ...writer(), run: async () => ({ kind: "refused", reason: "Not there." }) };
  const input = { path: "notes.txt", old_string: "x", new_string: "y" };
  await expect(executeWrite(input, reachOf(testHost()), refusing)).rejects.toThrow("Not there.");
});

test("an input that is none is refused", async () => {
  await expect(write({ path: "a" })).rejects.toThrow("write_file cannot make sense of its input.");
});
