import { expect, test } from "vitest";
import { snapshotEntries } from "#lib/vfs/snapshot.ts";
import { skillTextSnapshot } from "./text.ts";

test.each([
  ["---\nname: pdf-tools\ndescription: d\n---\nBody", "pdf-tools"],
  ['---\r\ndescription: d\r\nname: "pdf"\r\n---\r\n', "pdf"],
  ["---\nname: Name With Blanks\n---\n", "skill"],
  ["---\nname: ../../etc\n---\n", "skill"],
  ["---\ndescription: d\n---\nname: body", "skill"],
  ["name: no frontmatter", "skill"],
])("names the folder of %j", (text, name) => {
  const skill = skillTextSnapshot(text);
  expect(skill.name).toBe(name);
  const [entry] = snapshotEntries(skill.snapshot);
  expect(entry?.path).toBe(`${name}/SKILL.md`);
  expect(new TextDecoder().decode(entry?.bytes)).toBe(text);
});

test("takes long text without a name in its stride", () => {
  expect(skillTextSnapshot(`---\n${"\r\n".repeat(50_000)}`).name).toBe("skill");
});
