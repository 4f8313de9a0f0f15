import { expect, it } from "vitest";
import { stubFrames } from "#lib/run/frame-fixture.ts";
import { readText } from "#lib/vfs/files.ts";
import { createPageFixture, until } from "./page-fixture.ts";

const page = createPageFixture();
const path = "/workspace/.agents/skills/greet/SKILL.md";

it("begins in the project, and in home where nothing is left of it; what a run changed is kept and taken back", async () => {
  const { actions, store } = await openGreet();
  expect(actions.runFolder()).toBe("/workspace");
  await actions.keepRun([
    { path, kind: "deleted", executable: false },
    { path: "/home/user/a.sh", kind: "new", bytes: new TextEncoder().encode("echo"), executable: true },
  ]);
  expect(actions.runFolder()).toBe("/home/user");
  const { files } = store.getState();
  expect([readText(files, "/home/user/a.sh"), files.stat("/home/user/a.sh")?.executable]).toEqual(["echo", true]);
  await actions.undoFix();
  expect(actions.runFolder()).toBe("/workspace");
  expect(store.getState().files.stat("/home/user/a.sh")).toBeUndefined();
});

it("finds in the next line what the last one has changed, before anybody keeps it, and loses none of it in a line that fails", async () => {
  const { actions, store } = await openGreet();
  stubFrames();
  let said = "";
  const run = async (line: string, signal = new AbortController().signal) => {
    const onOutput = (_: string, text: string) => {
      said += text;
    };
    const ignore = () => undefined;
    const { changes } = await actions.runLine({
      line,
      stdin: "",
      signal,
      onOutput,
      onFetching: ignore,
      onBegun: ignore,
    });
    expect(changes).toEqual(actions.lineChanges());
    return changes.map(({ path, kind }) => `${kind} ${path.slice("/workspace/".length)}`);
  };
  expect(await run("echo one > made.txt; rm -r .agents")).toEqual([
    "deleted .agents/skills/greet/SKILL.md",
    "new made.txt",
  ]);
  await actions.keepRun(actions.lineChanges().filter(({ kind }) => kind === "new"));
  expect([readText(store.getState().files, "/workspace/made.txt"), actions.lineChanges()]).toEqual(["one\n", []]);
  const both = ["new late.txt", "changed made.txt"];
  expect(await run("echo two >> made.txt; echo late > late.txt")).toEqual(both);
  expect(await run("cat made.txt late.txt")).toEqual(both);
  expect(said).toBe("one\ntwo\nlate\n");
  expect(await run("echo three > made.txt", AbortSignal.abort())).toEqual(both);
  expect(await run("rm late.txt; echo one > made.txt")).toEqual([]);
  await run("echo four > made.txt");
  await actions.keepRun([]);
  expect(await run("true")).toEqual([]);
  expect(readText(store.getState().files, "/workspace/made.txt")).toBe("one\n");
});

async function openGreet() {
  const workspace = page.openText("---\nname: greet\ndescription: Hello\n---\n");
  await until(workspace, ({ phase, storage }) => phase.kind === "ready" && storage.kind === "saved");
  return workspace;
}
