import { describe, expect, test } from "vitest";
import type { Allowance, AllowanceScope } from "#lib/state/allowances.ts";
import type { Files } from "#lib/vfs/files.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { allowancesOf, isAllowed, isRunAllowed, runScopesFor, scopesFor } from "./allowances.ts";
import type { ShellQuestion } from "./shell-question.ts";
import { createWiredLab, type WiredLab } from "./wired-fixture.ts";

const openLab = createWiredLab();

const skillFolder = "/workspace/.agents/skills/pdf-forms";
const files = {
  ".agents/skills/pdf-forms/SKILL.md": "---\nname: pdf-forms\ndescription: Fills PDF forms.\n---\nFill the form.\n",
  ".agents/skills/pdf-forms/notes.md": "one\n",
  "notes.txt": "one\n",
};
const noQuestion: ShellQuestion = {
  command: "",
  cwd: "/workspace",
  seconds: 1,
  scripts: [],
  scriptCount: 0,
  reads: [],
  writes: [],
};
const write = (path: string) => ({ name: "write_file", input: { path, content: "two\n" } });

/** Has the model write, and answers its question with a permanent allowance for the whole scope. */
async function allow(lab: WiredLab, path: string, scope: AllowanceScope): Promise<Allowance> {
  const [call] = await lab.call(write(path));
  expect(call?.state).toBe("asking");
  const always = { operation: "write", scope } as const;
  await lab.workspace.actions.approve(call?.id ?? "", true, { always });
  expect(lab.calls().at(-1)?.state).toBe("done");
  return always;
}

const stateOf = async (lab: WiredLab, path: string) => (await lab.call(write(path)))[0]?.state;

describe("what is always allowed", () => {
  test.each([
    [{ kind: "file", path: `${skillFolder}/notes.md` }, ["done", "asking", "asking"]],
    [{ kind: "skill", name: "pdf-forms", folder: skillFolder }, ["done", "done", "asking"]],
    [{ kind: "conversation" }, ["done", "done", "done"]],
  ] as const)("reaches as far as %j, and no further", async (scope, states) => {
    const lab = await openLab(files);
    await allow(lab, ".agents/skills/pdf-forms/notes.md", scope);
    const paths = [".agents/skills/pdf-forms/notes.md", ".agents/skills/pdf-forms/new.md", "notes.txt"];
    const found: (string | undefined)[] = [];
    for (const path of paths) found.push(await stateOf(lab, path));
    expect(found).toEqual(states);
  });

  test("is one kind of thing: who may write may not read elsewhere", async () => {
    const lab = await openLab(files);
    await allow(lab, "notes.txt", { kind: "conversation" });
    const [call] = await lab.call({ name: "list_files", input: { path: "/home/user/.." } });
    expect(call?.state).toBe("asking");
  });

  test("goes on within one turn: what the model wrote there, it has seen", async () => {
    const lab = await openLab(files);
    await allow(lab, "notes.txt", { kind: "conversation" });
    lab.provider.enqueue(
      { thought: "hm", calls: [{ name: "read_file", input: { path: "notes.txt" } }] },
      { thought: "hm", calls: [{ name: "write_file", input: { path: "notes.txt", content: "three\n" } }] },
      {
        thought: "hm",
        calls: [{ name: "edit_file", input: { path: "notes.txt", old_string: "three", new_string: "4" } }],
      },
    );
    await lab.workspace.actions.submit("Go on");
    expect(lab.calls().map(({ state }) => state)).toEqual(["done", "done", "done", "done"]);
    expect(lab.read("/workspace/notes.txt")).toBe("4\n");
  });

  test("never covers what the harness denies", async () => {
    const lab = await openLab(files);
    await allow(lab, "notes.txt", { kind: "conversation" });
    expect(await stateOf(lab, "~/.ssh/authorized_keys")).toBe("failed");
  });

  test("ends when it is withdrawn, with the conversation, and under another harness", async () => {
    const lab = await openLab(files);
    const { actions, store } = lab.workspace;
    const scope = { kind: "file", path: "/workspace/notes.txt" } as const;
    const always = await allow(lab, "notes.txt", scope);
    expect(await stateOf(lab, "notes.txt")).toBe("done");
    actions.withdrawAllowance(always);
    expect(allowancesOf(store.getState())).toEqual([]);
    await allow(lab, "notes.txt", scope);
    await actions.newConversation();
    await allow(lab, "notes.txt", scope);
    await actions.chooseProfile("keen-rfc");
    expect(allowancesOf(store.getState())).toEqual([]);
    expect(await stateOf(lab, "notes.txt")).toBe("asking");
  });

  test("ends when another source has come, which may bring the same paths", async () => {
    const lab = await openLab(files);
    await allow(lab, "notes.txt", { kind: "conversation" });
    const file = new File(["---\nname: late\ndescription: Comes late.\n---\nHi.\n"], "SKILL.md");
    await lab.workspace.actions.mount({ kind: "upload", name: "late", files: [{ path: "late/SKILL.md", file }] });
    expect(allowancesOf(lab.workspace.store.getState())).toEqual([]);
    expect(await stateOf(lab, "notes.txt")).toBe("asking");
  });
});

test("what a link in an allowed folder leads to is not allowed", () => {
  const tree = textFiles(
    { [`${skillFolder}/SKILL.md`]: "x", "/workspace/notes.txt": "x" },
    { links: { [`${skillFolder}/out`]: "../../..", [`${skillFolder}/file`]: "../../../notes.txt" } },
  );
  const list = [{ operation: "write", scope: { kind: "skill", name: "x", folder: skillFolder } }] as const;
  const mayWrite = (path: string) => isAllowed(list, tree, path, "write");
  expect(mayWrite(`${skillFolder}/SKILL.md`)).toBe(true);
  expect(mayWrite(`${skillFolder}/new/file.md`)).toBe(true);
  expect(mayWrite(`${skillFolder}/out/notes.txt`)).toBe(false);
  expect(mayWrite(`${skillFolder}/file`)).toBe(false);
  expect(mayWrite(`${skillFolder}-2/SKILL.md`)).toBe(false);
});

test("a script is allowed while every script of its folder stays as it is, however many there are", () => {
  const names = Array.from({ length: 300 }, (_, index) => `/workspace/s/${String(index).padStart(3, "0")}.sh`);
  const of = (changed?: string) =>
    textFiles(Object.fromEntries(names.map((name) => [name, name === changed ? "b" : "a"])));
  const question = { ...noQuestion, alone: "/workspace/s/000.sh" };
  const [scope] = runScopesFor(of(), question);
  if (!scope) throw new Error("There is such a scope.");
  const isAllowedIn = (files: Files) => isRunAllowed([{ operation: "run", scope }], files, question);
  expect([of(), of(names[0]), of(names[299])].map(isAllowedIn)).toEqual([true, false, false]);
});

test("a script is allowed while the modules of its skill stay as they are, in whatever folder", () => {
  const tree = (changed: Readonly<Record<string, string>> = {}, links = {}) =>
    textFiles(
      {
        "/workspace/s/SKILL.md": "x",
        "/workspace/s/scripts/run.py": "from lib.deep import part\n",
        "/workspace/s/scripts/lib/deep/part.py": "a",
        "/workspace/s/shared/common": "a",
        "/workspace/s/data/rows.csv": "a",
        "/workspace/other/late.py": "a",
        ...changed,
      },
      { links },
    );
  const question = { ...noQuestion, alone: "/workspace/s/scripts/run.py" };
  const [scope] = runScopesFor(tree(), question);
  if (!scope) throw new Error("There is such a scope.");
  const isAllowedIn = (files: Files) => isRunAllowed([{ operation: "run", scope }], files, question);
  const changing = (path: string) => isAllowedIn(tree({ [`/workspace/${path}`]: "b" }));
  expect(isAllowedIn(tree())).toBe(true);
  expect(changing("s/scripts/lib/deep/part.py")).toBe(false);
  expect(changing("s/scripts/lib/json.py")).toBe(false);
  expect(changing("s/shared/common")).toBe(false);
  expect(changing("s/data/rows.csv")).toBe(true);
  expect(changing("other/late.py")).toBe(true);
  const linked = tree({}, { "/workspace/s/scripts/more": "../../other" });
  expect(isAllowedIn(linked)).toBe(false);
  expect(runScopesFor(linked, question).map(({ kind }) => kind)).toEqual(["conversation"]);
});

test("a script is allowed while what it starts from the folder in which it runs stays as it is", () => {
  const tree = (changed: Readonly<Record<string, string>> = {}) =>
    textFiles({
      "/workspace/s/SKILL.md": "x",
      "/workspace/s/scripts/run.sh": "echo hi\n. ./env\n",
      "/workspace/env": "bash tools/more.sh\n",
      "/workspace/tools/more.sh": "a",
      "/workspace/s/env": "a",
      "/workspace/other.sh": "a",
      ...changed,
    });
  const question = { ...noQuestion, alone: "/workspace/s/scripts/run.sh" };
  const [scope] = runScopesFor(tree(), question);
  if (!scope) throw new Error("There is such a scope.");
  const isAllowedIn = (files: Files, cwd = "/workspace") =>
    isRunAllowed([{ operation: "run", scope }], files, { ...question, cwd });
  const changing = (path: string) => isAllowedIn(tree({ [`/workspace/${path}`]: "b" }));
  expect(isAllowedIn(tree())).toBe(true);
  expect(["env", "tools/more.sh", "other.sh"].map(changing)).toEqual([false, false, true]);
  expect(isAllowedIn(tree(), "/workspace/s")).toBe(false);
});

test("a script is not always allowed among shell scripts too long to be followed: reading them would hold the page up", () => {
  const tree = textFiles({ "/workspace/s/run.sh": "echo hi\n", "/workspace/s/long.sh": "bash x.sh\n".repeat(20_000) });
  const question = { ...noQuestion, alone: "/workspace/s/run.sh" };
  expect(runScopesFor(tree, question).map(({ kind }) => kind)).toEqual(["conversation"]);
});

test("a question is answered for the file, its skill and the conversation, in this order", async () => {
  const lab = await openLab(files);
  const { skills } = lab.workspace.store.getState().view.discovery;
  const path = `${skillFolder}/notes.md`;
  expect(scopesFor(path, skills)).toEqual([
    { kind: "file", path },
    { kind: "skill", name: "pdf-forms", folder: skillFolder },
    { kind: "conversation" },
  ]);
  expect(scopesFor("/workspace/notes.txt", skills).map(({ kind }) => kind)).toEqual(["file", "conversation"]);
});
