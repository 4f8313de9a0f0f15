import { expect, it } from "vitest";
import { readText } from "#lib/vfs/files.ts";
import { createPageFixture, until } from "./page-fixture.ts";
import type { Workspace } from "./workspace.ts";

const folder = "/workspace/.agents/skills";
const page = createPageFixture();

async function openGreet(): Promise<Workspace> {
  const workspace = page.openText("---\nname: greet\ndescription: Hello\n---\n");
  await until(workspace, ({ phase }) => phase.kind === "ready");
  return workspace;
}

const move = {
  label: "Rename",
  moves: [{ from: `${folder}/greet/SKILL.md`, to: `${folder}/hello/SKILL.md` }],
  writes: [{ path: `${folder}/hello/notes.md`, text: "n" }],
};

it("applies a fix as an edit, and what is selected goes along", async () => {
  const { actions, store } = await openGreet();
  actions.selectSkill(`${folder}/greet/SKILL.md`);
  await actions.applyFix(move);
  const { files, selection, lastFix, view } = store.getState();
  expect(readText(files, `${folder}/hello/SKILL.md`)).toContain("name: greet");
  expect(files.stat(`${folder}/greet`)).toBeUndefined();
  expect(selection.skill).toBe(`${folder}/hello/SKILL.md`);
  expect(lastFix).toEqual({ verb: "Fixed", label: "Rename", state: "applied" });
  expect(view.stale && view.onDisk?.discovery.skills.some(({ directory }) => directory === `${folder}/hello`)).toBe(
    true,
  );
});

it("takes the last fix back once", async () => {
  const { actions, store } = await openGreet();
  await actions.applyFix(move);
  await actions.undoFix();
  const { files, lastFix } = store.getState();
  expect(readText(files, `${folder}/greet/SKILL.md`)).toContain("name: greet");
  expect(files.stat(`${folder}/hello/notes.md`)).toBeUndefined();
  expect(lastFix?.state).toBe("undone");
  await actions.undoFix();
  expect(store.getState().files).toBe(files);
});
