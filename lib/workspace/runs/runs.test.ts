import { expect, it } from "vitest";
import { readText } from "#lib/vfs/files.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const page = createPageFixture();

it("begins in home where the project is empty, and in the project once something of a run is kept there", async () => {
  const { actions, store } = await openEmpty();
  expect(actions.runFolder()).toBe("/home/user");
  await actions.keepRun([
    { path: "/workspace/a.sh", kind: "new", bytes: new TextEncoder().encode("echo"), executable: true },
  ]);
  expect(actions.runFolder()).toBe("/workspace");
  expect(readText(store.getState().files, "/workspace/a.sh")).toBe("echo");
  expect(store.getState().files.stat("/workspace/a.sh")?.executable).toBe(true);
  await actions.undoFix();
  expect(actions.runFolder()).toBe("/home/user");
});

async function openEmpty() {
  const workspace = page.open({ own: true });
  await until(workspace, ({ phase }) => phase.kind !== "restoring");
  return workspace;
}
