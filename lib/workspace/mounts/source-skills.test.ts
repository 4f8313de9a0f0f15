import { expect, it, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { indexTree } from "#lib/workspace/tree/mount-tree.ts";
import { askedSkills, foundSkills, skillChoices } from "./source-skills.ts";

const files: Readonly<Record<string, string>> = {
  "/skills/pdf/SKILL.md": "---\nname: pdf-forms\ndescription: Fills forms.\n---\n",
  "/skills/csv/SKILL.md": "no frontmatter",
  "/other/csv/SKILL.md": "---\nname: csv-too\ndescription: d\n---\n",
  "/.claude-plugin/marketplace.json":
    '{"plugins":[{"name":"office","source":"./","skills":["skills/pdf","skills/csv"]}]}',
};

const volume = createVolume();
for (const [path, text] of Object.entries(files)) volume.write(path, new TextEncoder().encode(text));
const groups = skillChoices(profileById("agentskills"), indexTree(volume), "acme/skills");

it("offers every skill by name, in the groups of the manifests", () => {
  expect(groups).toEqual([
    {
      name: "office",
      skills: [
        { path: "/skills/csv/SKILL.md", name: "csv", description: "" },
        { path: "/skills/pdf/SKILL.md", name: "pdf-forms", description: "Fills forms." },
      ],
    },
    { skills: [{ path: "/other/csv/SKILL.md", name: "csv-too", description: "d" }] },
  ]);
});

it.each<[Partial<GitSource>, readonly string[] | undefined, readonly string[]]>([
  [{}, undefined, []],
  [{ skill: "pdf-forms" }, ["/skills/pdf/SKILL.md"], []],
  [{ skill: "PDF" }, ["/skills/pdf/SKILL.md"], []],
  [{ skill: "skills/pdf" }, ["/skills/pdf/SKILL.md"], []],
  [{ skill: "csv" }, ["/skills/csv/SKILL.md", "/other/csv/SKILL.md"], []],
  [{ skill: "office" }, ["/skills/csv/SKILL.md", "/skills/pdf/SKILL.md"], []],
  [{ skill: "pdf", skills: ["pdf", "csv-too"] }, ["/skills/pdf/SKILL.md", "/other/csv/SKILL.md"], []],
  [{ skill: "xls" }, undefined, ["xls"]],
  [{ skill: "xls", skills: ["xls", "pdf"] }, ["/skills/pdf/SKILL.md"], ["xls"]],
])("of a source asked for as %j chooses %j", (asked, chosen, missing) => {
  const source: GitSource = { kind: "git", url: "https://github.com/acme/skills", ...asked };
  expect(askedSkills(source, () => groups)).toEqual({ ...(chosen && { chosen }), missing });
});

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
