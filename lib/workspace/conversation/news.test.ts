import { expect, test } from "vitest";
import { createWiredLab } from "./wired-fixture.ts";

const openLab = createWiredLab();

const skill = (name: string) => `---\nname: ${name}\ndescription: is ${name}\n---\nText of ${name}: $ARGUMENTS\n`;
const files = {
  // Most of the skills are where the harness looks, so the source is mounted as a project.
  ".claude/skills/one/SKILL.md": skill("one"),
  ".claude/skills/top/SKILL.md": skill("top"),
  "pkg/.claude/skills/low/SKILL.md": skill("low"),
  "pkg/a.ts": "export {};\n",
};
const read = { name: "Read", input: { path: "pkg/a.ts" } };
const called = (name: string, args?: string) => ({ name: "Skill", input: { skill: name, ...(args && { args }) } });

/** How often each skill's row occurs in the sent text. */
function rowsIn(sent: string) {
  const count = (name: string) => sent.split(`- ${name}: is ${name}`).length - 1;
  return [count("top"), count("low")];
}

test("a skill that a read brings is told behind its result, can be called, and is not told again", async () => {
  const lab = await openLab(files, { profileId: "claude-code" });
  await lab.call(read);
  expect(rowsIn(lab.sent(-2))).toEqual([1, 0]);
  expect(rowsIn(lab.sent(-1))).toEqual([1, 1]);
  const [made] = await lab.call(called("low"));
  expect(made).toMatchObject({ state: "done" });
  expect(rowsIn(lab.sent(-1))).toEqual([1, 1]);
});

test("and in the next step of the same answer", async () => {
  const lab = await openLab(files, { profileId: "claude-code" });
  lab.provider.enqueue({ calls: [read] });
  const made = await lab.call(called("low"));
  expect(made.map(({ state }) => state)).toEqual(["done", "done"]);
});

test("a skill handed out again is told to be there, and with other arguments that it was", async () => {
  const lab = await openLab(files, { profileId: "claude-code" });
  await lab.workspace.actions.submit("/top one");
  await lab.call(called("top", "one"));
  expect(lab.sent(-1)).toContain("Skill /top is already loaded above; instructions unchanged. Arguments: one");
  await lab.call(called("top", "two"));
  expect(lab.sent(-1)).toContain("(Re-invocation of /top");
  expect(lab.sent(-1)).toContain("Text of top: two");
});
