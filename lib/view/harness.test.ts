import { expect, test } from "vitest";
import { createPageFixture } from "#lib/workspace/page-fixture.ts";

const page = createPageFixture();

test("another harness starts even where a file changes while it does", async () => {
  const workspace = await page.openSkill("---\nname: greet\ndescription: Says hello\n---\n\nSay hello.\n");
  const { actions, store } = workspace;
  const locations = () => store.getState().view.discovery.skills.map(({ location }) => location);
  expect(locations()).toContain("/workspace/.agents/skills/greet/SKILL.md");
  const choosing = actions.chooseProfile("claude-code");
  await Promise.all([choosing, actions.makeFile("/workspace/notes.txt", "New")]);
  expect(locations()).toContain("/workspace/.claude/skills/greet/SKILL.md");
  expect(locations()).not.toContain("/workspace/.agents/skills/greet/SKILL.md");
});
