import { expect, test } from "vitest";
import type { SkillState } from "#lib/harness/vocabulary/states.ts";
import { readText } from "#lib/vfs/files.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const skillText = "---\nname: greet\ndescription: Says hello\n---\n\nSay hello.\n";
const page = createPageFixture();

/** Sets the state of the skill `greet`; returns what the workspace then shows of it. */
async function set({ store, actions }: Workspace, state: SkillState) {
  const { location = "" } = store.getState().view.discovery.skills.find(({ name }) => name === "greet") ?? {};
  await actions.setSkillState(location, state);
  const { files, view } = store.getState();
  return { view, state: view.states.get(location), text: (path: string) => readText(files, path) };
}

test("a level is in the running harness's hand at once, and in its file", async () => {
  const active = await set(await page.openSkill(skillText, "gencode"), "active");
  expect(active.state).toBe("active");
  expect(active.view.catalog.text).toContain("- greet: Says hello");
  expect(active.view.stale).toBe(false);
  expect(active.text("/workspace/.gen/skills.json")).toBe('{\n  "skills": {\n    "greet": "active"\n  }\n}');
});

test("an allow list is read at start only, so setting a state restarts the harness", async () => {
  const workspace = await page.openSkill(skillText, "kodelet");
  const off = await set(workspace, "off");
  expect(off.text("/workspace/kodelet-config.yaml")).toBe("skills:\n  enabled: false\n  allowed: []\n");
  expect(off.view).toMatchObject({ stale: false, whyOff: { kind: "setting" } });
  expect(off.view.catalog.text).toContain("Skills are currently not available.");
  const on = await set(workspace, "on");
  expect(on.view).toMatchObject({ stale: false, whyOff: undefined });
  expect(on.view.catalog.text).toContain("### greet");
});

test("the switch at start is kept with the workspace", async () => {
  const first = await page.openSkill(skillText, "kodelet");
  await first.actions.setNoSkills(true);
  expect(first.store.getState().view.whyOff).toEqual({ kind: "switch", name: "--no-skills" });
  await until(first, ({ storage }) => storage.kind === "saved");
  await first.close();

  const second = page.open();
  const state = await until(second, ({ phase }) => phase.kind === "ready");
  expect(state.noSkills).toBe(true);
  expect(state.view.whyOff).toEqual({ kind: "switch", name: "--no-skills" });
  await second.actions.setNoSkills(false);
  expect(second.store.getState().view.whyOff).toBeUndefined();
});
