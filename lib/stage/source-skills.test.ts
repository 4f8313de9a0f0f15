import { expect, it } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { indexTree } from "./mount-tree.ts";
import { askedSkills, skillChoices } from "./source-skills.ts";

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

it("offers a plugin's commands where it has no skill, to a harness that reads them", () => {
  const tree = createVolume();
  const ship = {
    "/.claude-plugin/plugin.json": '{"name": "ship", "description": "Ships."}',
    "/commands/release.md": "---\ndescription: Releases it.\n---\n",
    "/other/csv/SKILL.md": files["/other/csv/SKILL.md"] ?? "",
  };
  for (const [path, text] of Object.entries(ship)) tree.write(path, new TextEncoder().encode(text));
  const commands = [{ path: "/commands/release.md", name: "release", description: "Releases it." }];
  const offered = (id: string) => skillChoices(profileById(id), indexTree(tree), "acme/skills");
  expect(offered("claude-code")).toContainEqual({ name: "ship", description: "Ships.", skills: commands });
  expect(offered("codex").flatMap(({ skills }) => skills.map(({ name }) => name))).not.toContain("release");
});

it("offers a command of several plugins once", () => {
  const tree = createVolume();
  const plugins = ["one", "two"].map((name) => ({ name, source: "./", commands: ["./release.md"] }));
  tree.write("/.claude-plugin/marketplace.json", new TextEncoder().encode(JSON.stringify({ name: "shop", plugins })));
  tree.write("/release.md", new TextEncoder().encode("Do it.\n"));
  expect(skillChoices(profileById("claude-code"), indexTree(tree), "acme/shop")).toEqual([
    { name: "one", skills: [{ path: "/release.md", name: "release", description: "" }] },
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
