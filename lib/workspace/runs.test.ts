import { expect, it } from "vitest";
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

async function openGreet() {
  const workspace = page.openText("---\nname: greet\ndescription: Hello\n---\n");
  await until(workspace, ({ phase, storage }) => phase.kind === "ready" && storage.kind === "saved");
  return workspace;
}
