import { describe, expect, it } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { createSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { snapshotFiles } from "#lib/vfs/snapshot-files.ts";
import { pluginGroups } from "./plugin-groups.ts";

const marketplace = ".claude-plugin/marketplace.json";

/** The groups of these skills, given manifests by path. */
function groups(skills: readonly string[], manifests: Readonly<Record<string, unknown>>) {
  const texts = Object.entries(manifests).map(([path, value]) => [
    path,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const entries = [...skills.map((path) => [path, "---\n"]), ...texts].map(([path = "", text = ""]) => ({
    path,
    mode: snapshotMode.file,
    bytes: new TextEncoder().encode(text),
  }));
  return finish(
    pluginGroups(
      snapshotFiles(createSnapshot(entries)),
      skills.map((path) => `/${path}`),
      { marketplaces: [marketplace, ".agents/plugins/marketplace.json"], manifests: [".claude-plugin/plugin.json"] },
    ),
  );
}

const skills = ["skills/pdf/SKILL.md", "skills/docx/SKILL.md", "skills/art/SKILL.md"];

describe("groups of skills", () => {
  it("are a marketplace's plugins with the skills they list", () => {
    const plugins = [
      { name: "documents", description: "For\n papers.", source: "./", skills: ["./skills/pdf", "./skills/docx"] },
      { name: "nothing", source: "./", skills: ["./skills/gone"] },
      { name: "examples", source: "./", strict: false, skills: "skills/art" },
    ];
    expect(groups(skills, { [marketplace]: { name: "acme", plugins } })).toEqual([
      { name: "documents", description: "For papers.", skills: ["/skills/pdf/SKILL.md", "/skills/docx/SKILL.md"] },
      { name: "examples", skills: ["/skills/art/SKILL.md"] },
    ]);
  });

  it("are plugins in folders of their own, described by the marketplace or by themselves", () => {
    const found = groups(
      ["plugins/a/skills/x/SKILL.md", "plugins/b/y/SKILL.md", "far/c/skills/z/SKILL.md", "w/SKILL.md"],
      {
        [marketplace]: {
          metadata: { pluginRoot: "./plugins" },
          plugins: [
            { name: "a", source: "a" },
            { source: "./plugins/b" },
            { name: "far", source: { source: "github", repo: "o/r" } },
          ],
        },
        "plugins/a/.claude-plugin/plugin.json": { name: "itself", description: "Of its own." },
        "plugins/b/.claude-plugin/plugin.json": { name: "b" },
        "far/c/.claude-plugin/plugin.json": { name: "c" },
      },
    );
    expect(found).toEqual([
      { name: "a", description: "Of its own.", skills: ["/plugins/a/skills/x/SKILL.md"] },
      { name: "b", skills: ["/plugins/b/y/SKILL.md"] },
      { name: "c", skills: ["/far/c/skills/z/SKILL.md"] },
    ]);
  });

  it("are read from the other tools' marketplace, too", () => {
    const plugins = [{ name: "papers", source: { source: "local", path: "./skills" } }];
    expect(groups(skills, { ".agents/plugins/marketplace.json": { plugins } })).toMatchObject([
      { name: "papers", skills: skills.map((path) => `/${path}`) },
    ]);
  });

  it("hold a skill once, and are none without a manifest", () => {
    const plugins = [
      { name: "one", source: "./", skills: ["skills/pdf"] },
      { name: "all", source: "./" },
    ];
    const found = groups(skills, { [marketplace]: { plugins } });
    expect(found.map((group) => group.skills.length)).toEqual([1, 2]);
    expect(groups(skills, {})).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["no JSON", "{"],
    ["a list", []],
    ["null", null],
    ["a text", '"x"'],
    ["plugins that are none", { plugins: { length: 3 } }],
    ["entries that are none", { plugins: [null, 1, "x", [], { name: 3, source: "./" }, { name: " ", source: "./" }] }],
    [
      "a source outside",
      {
        plugins: [
          { name: "x", source: "../skills" },
          { name: "y", source: "./a/../../skills" },
        ],
      },
    ],
    ["a source elsewhere", { plugins: [{ name: "x", source: { source: "url", url: "https://x", path: "skills" } }] }],
    ["paths that are none", { plugins: [{ name: "x", source: "./none", skills: [{}, 3, null] }] }],
    ["keys of objects", '{"__proto__": {"plugins": [{"name": "x", "source": "./"}]}}'],
    ["depth", `{"plugins": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ["too much", `${" ".repeat(600_000)}{"plugins": [{"name": "x", "source": "./"}]}`],
  ])("pass over a manifest of %s", (_, manifest) => {
    expect(groups(skills, { [marketplace]: manifest })).toEqual([]);
  });

  it("cut a text that is too long", () => {
    const plugins = [{ name: "n".repeat(10_000), source: "./" }];
    expect(groups(skills, { [marketplace]: { plugins } })[0]?.name).toHaveLength(500);
  });
});
