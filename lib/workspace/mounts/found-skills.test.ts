import { expect, test } from "vitest";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { foundSkills } from "./source-skills.ts";

function listOf(texts: Readonly<Record<string, string>>, fileCount: number) {
  const entries = Object.entries(texts).map(([path, text]) => ({
    path,
    mode: snapshotMode.file,
    bytes: new TextEncoder().encode(text),
  }));
  return foundSkills({ snapshot: createSnapshot(entries), fileCount });
}

test("names each skill by its frontmatter, and by its folder where that cannot be read", () => {
  const list = listOf(
    {
      "skills/pdf/SKILL.md": "---\nname: pdf-forms\ndescription: Fills forms.\n---\n",
      "skills/raw/skill.md": "no frontmatter",
      ".claude-plugin/plugin.json": "{}",
    },
    40,
  );
  expect(list).toEqual({
    skills: [
      { path: "skills/pdf/SKILL.md", name: "pdf-forms", description: "Fills forms." },
      { path: "skills/raw/skill.md", name: "raw" },
    ],
    skillCount: 2,
    coming: 37,
  });
});

test("reads no more of thousands than a person looks at meanwhile, and says how many there are", () => {
  const texts = Object.fromEntries(
    Array.from({ length: 2000 }, (_, i) => [`s${i}/SKILL.md`, `---\nname: s${i}\n---\n`]),
  );
  const { skills, skillCount, coming } = listOf(texts, 9000);
  expect([skills.length, skillCount, coming]).toEqual([100, 2000, 7000]);
});

test("reads a bounded amount of frontmatter at once, and names the rest by their folders", () => {
  const items = "a,".repeat(1_400);
  const texts = Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [`s${100 + i}/SKILL.md`, `---\nname: read-${i}\nx: ${items}\n---\n`]),
  );
  const { skills } = listOf(texts, 100);
  const read = skills.filter(({ name }) => name.startsWith("read-")).length;
  expect(read).toBeGreaterThan(10);
  expect(read).toBeLessThan(20);
});
