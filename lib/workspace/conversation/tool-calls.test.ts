import { describe, expect, test } from "vitest";
import { readStoredBranches } from "#lib/chat/conversations/stored-conversation.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import { previewWrite } from "./preview-write.ts";
import { createWiredLab, type WiredLab } from "./wired-fixture.ts";

const openLab = createWiredLab();

const files = {
  ".agents/skills/pdf-forms/SKILL.md": "---\nname: pdf-forms\ndescription: Fills PDF forms.\n---\nFill the form.\n",
  ".agents/skills/pdf-forms/notes.md": "one\n",
  ".agents/skills/other/SKILL.md": "---\nname: other\ndescription: Does something else.\n---\nElse.\n",
  "notes.txt": "one\ntwo\ntwo\n",
  "latin.txt": new Uint8Array([0x63, 0xe9, 0x0a]),
};

const notes = "/workspace/notes.txt";
const edit = (path: string, old_string: string, new_string: string) => ({
  name: "edit_file",
  input: { path, old_string, new_string },
});
const write = (path: string, content: string) => ({ name: "write_file", input: { path, content } });

/** The person changes a file in the editor. */
async function typeInto({ workspace: { actions } }: WiredLab, path: string, text: string): Promise<void> {
  await actions.changeDraft(path, text);
  await actions.saveDraft(path);
}

describe("a write that must fail", () => {
  test.each([
    ["an edit of a file that is not there", edit("gone.txt", "a", "b"), "There is no file gone.txt."],
    ["a text that does not stand there", edit("notes.txt", "three", "3"), "The text to replace does not occur in"],
    ["a text that stands there twice", edit("notes.txt", "two", "2"), "occurs 2 times in notes.txt"],
    ["what is no UTF-8", edit("latin.txt", "c", "d"), "latin.txt is not UTF-8 text"],
    ["a file below a file", write("notes.txt/more.txt", "x"), "/workspace/notes.txt is a file, so nothing can be"],
    ["a folder", write(".agents", "x"), "/workspace/.agents is a folder."],
    ["git's own files", write(".git/hooks/post-checkout", "x"), "belongs to git, which is no part of this tree."],
    ["an input that is none", { name: "write_file", input: { path: "a.txt" } }, "do not fit: content:"],
  ])("asks nobody, and the model reads why: %s", async (_, call, sentence) => {
    const lab = await openLab(files);
    const [made] = await lab.call(call);
    expect(made).toMatchObject({ state: "failed", error: expect.stringContaining(sentence) });
    expect(lab.sent(-1)).toContain(sentence);
    expect(lab.workspace.store.getState().conversation.status).toEqual({ kind: "ready" });
  });

  test("asks about another one in the same answer, which can be done", async () => {
    const lab = await openLab(files);
    const made = await lab.call(edit("notes.txt", "three", "3"), edit("notes.txt", "one", "1"));
    expect(made.map(({ state }) => state)).toEqual(["failed", "asking"]);
  });
});

describe("a path that no tool looks at", () => {
  const paths = { "too long": "x".repeat(120_000), "with too many segments": "x/".repeat(500) };

  test.each([
    ...Object.entries(paths).flatMap(
      ([what, path]) =>
        [
          [`read, ${what}`, { name: "read_file", input: { path } }],
          [`listed, ${what}`, { name: "list_files", input: { path } }],
          [`searched, ${what}`, { name: "grep", input: { pattern: "a", path } }],
          [`written, ${what}`, write(path, "x")],
          [`edited, ${what}`, edit(path, "a", "b")],
        ] as const,
    ),
  ])("is refused before anything else, and the model reads why: %s", async (_, call) => {
    const lab = await openLab(files);
    const [made] = await lab.call(call);
    expect(made).toMatchObject({
      state: "failed",
      error: expect.stringMatching(/more than the \d+ that a path may have/),
    });
    expect(lab.sent(-1)).toContain("that a path may have");
    expect(lab.workspace.store.getState().conversation.status).toEqual({ kind: "ready" });
  });

  test.each(Object.entries(paths))("stays in a conversation from a file as a refused call: %s", async (_, path) => {
    const output = { path, text: "a text", bytes: 6, lines: 1, truncated: false };
    const part = {
      type: "tool-read_file",
      toolCallId: "a",
      state: "output-available",
      input: { path },
      output,
    } as const;
    const said: ChatMessage[] = [
      { id: "1", role: "user", parts: [{ type: "text", text: "Read it" }] },
      { id: "2", role: "assistant", parts: [part, { type: "text", text: "I have read it." }] },
    ];
    const lab = await openLab(files, { imported: said });
    const [call] = lab.calls();
    expect(call).toMatchObject({ id: "a", tool: "read_file", state: "failed" });
    expect(call?.error).toMatch(/^The call was refused: the path has \d+ (characters|segments), more than the/);
    expect(call?.input).toEqual({ path: `${path.slice(0, 60)}…` });
    const [, kept] = readStoredBranches(said.map((message, number) => ({ message, parent: number - 1 }))) ?? [];
    expect(kept?.message.parts).toMatchObject([{ state: "output-error" }, { text: "I have read it." }]);
  });
});

describe("a file that a person has changed since the model read it", () => {
  test("is not edited, nor asked about, until it was read again", async () => {
    const lab = await openLab(files);
    await lab.call({ name: "read_file", input: { path: "notes.txt" } });
    await typeInto(lab, notes, "one\ntwo\nmine\n");
    for (const call of [edit("notes.txt", "one", "1"), write("notes.txt", "all new\n")]) {
      const [made] = await lab.call(call);
      expect(made).toMatchObject({
        state: "failed",
        error: expect.stringMatching(/has changed since you last read it/),
      });
    }
    await lab.call({ name: "read_file", input: { path: "notes.txt" } });
    const [again] = await lab.call(edit("notes.txt", "one", "1"));
    expect(again?.state).toBe("asking");
    // A change between the question and the answer counts, too.
    await typeInto(lab, notes, "one\ntwo\nmine again\n");
    await lab.workspace.actions.approve(again?.id ?? "", true);
    expect(lab.calls().at(-1)).toMatchObject({ state: "failed", error: expect.stringMatching(/has changed since/) });
    expect(lab.read(notes)).toBe("one\ntwo\nmine again\n");
  });

  test("is known to the model as it wrote it itself", async () => {
    const lab = await openLab(files);
    await lab.call({ name: "read_file", input: { path: "notes.txt" } });
    for (const [from, to] of [
      ["one", "1"],
      ["1", "2"],
    ] as const) {
      const [made] = await lab.call(edit("notes.txt", from, to));
      expect(made?.state).toBe("asking");
      await lab.workspace.actions.approve(made?.id ?? "", true);
      expect(lab.calls().at(-1)?.state).toBe("done");
    }
    expect(lab.read(notes)).toBe("2\ntwo\ntwo\n");
  });
});

test("the model reads why the person denies a call, in their words", async () => {
  const lab = await openLab(files);
  const [made] = await lab.call(write("notes.txt", "x"));
  await lab.workspace.actions.approve(made?.id ?? "", false, { reason: "  Append to it instead. " });
  expect(lab.sent(-1)).toContain("The person did not allow this. They say: Append to it instead.");
  expect(lab.read(notes)).toBe("one\ntwo\ntwo\n");
});

test("an edit keeps line ends, and what is asked shows that it does", async () => {
  const lab = await openLab({ "dos.txt": "one\r\ntwo\r\n" });
  const call = edit("dos.txt", "one\ntwo", "1\n2");
  const [made] = await lab.call(call);
  const preview = previewWrite(lab.workspace.store.getState(), call.name, call.input);
  expect(preview).toMatchObject({ kind: "change", after: "1\r\n2\r\n" });
  await lab.workspace.actions.approve(made?.id ?? "", true);
  expect(lab.read("/workspace/dos.txt")).toBe("1\r\n2\r\n");
});

describe("a call that the length of an answer cut off", () => {
  test("is not made, and the model reads that when it goes on", async () => {
    const lab = await openLab(files);
    lab.provider.enqueue({
      text: "I write.",
      stops: "length",
      calls: [{ name: "write_file", json: '{"path": "notes.txt", "content": "the first half of' }],
    });
    await lab.workspace.actions.submit("Write it all down");
    const { conversation } = lab.workspace.store.getState();
    expect(conversation.status).toMatchObject({ kind: "failed", failure: { why: "length" } });
    const error = expect.stringMatching(/^The answer reached its length limit before this call was complete/);
    expect(lab.calls()).toMatchObject([{ tool: "write_file", state: "failed", error }]);
    lab.provider.enqueue({ text: "In pieces, then." });
    await lab.workspace.actions.proceed();
    expect(lab.sent(-1)).toContain("so it was not made, and nothing was changed. Make it in smaller pieces.");
    expect(lab.read(notes)).toBe("one\ntwo\ntwo\n");
  });
});

describe("a model that has lost its way", () => {
  test("may call an unknown tool twelve times, and then its turn is over", async () => {
    const lab = await openLab(files);
    lab.provider.enqueue(
      ...Array.from({ length: 13 }, () => ({ calls: [{ name: "launch", input: { command: "ls" } }] })),
    );
    await lab.workspace.actions.submit("Go");
    expect(lab.provider.requests).toHaveLength(12);
    expect(lab.sent(-1).split("There is no tool launch. The tools are read_file, ")).toHaveLength(12);
    expect(lab.workspace.store.getState().conversation.status).toMatchObject({
      kind: "failed",
      failure: { code: "model-unfinished", why: "steps", steps: 12 },
    });
  });

  test("may write a long run of blanks as its arguments, and reads that they are none", async () => {
    const lab = await openLab(files);
    const [made] = await lab.call({ name: "read_file", json: `"${" ".repeat(400_000)}x` });
    expect(made).toMatchObject({ state: "failed", error: expect.stringContaining("are not a JSON object") });
  });

  test("that makes 10,000 calls in one answer is ended, and none of them is made", async () => {
    const lab = await openLab(files);
    const read = { name: "read_file", input: { path: "notes.txt" } };
    const made = await lab.call(...Array.from({ length: 10_000 }, () => read));
    expect(made.filter(({ state }) => state === "done")).toEqual([]);
    expect(made.length).toBeLessThan(300);
    expect(lab.provider.requests).toHaveLength(1);
    expect(lab.workspace.store.getState().conversation.status).toMatchObject({
      failure: { code: "model-failed", detail: expect.stringContaining("more than 256 tool calls") },
    });
  });

  test("that writes 50 MB is ended long before", async () => {
    const lab = await openLab(files);
    const piece = "so on ".repeat(20_000).replaceAll(" ", "_");
    lab.provider.enqueue({ text: Array.from({ length: 420 }, () => piece).join(" ") });
    await lab.workspace.actions.submit("Go");
    const { status, messages } = lab.workspace.store.getState().conversation;
    expect(status).toMatchObject({
      failure: { code: "model-failed", detail: expect.stringContaining("4 million characters") },
    });
    expect(JSON.stringify(messages).length).toBeLessThan(5_000_000);
  });
});
