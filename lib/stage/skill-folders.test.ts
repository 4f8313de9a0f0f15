import { expect, test } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { skillFolders } from "./skill-folders.ts";

function volumeOf(texts: Readonly<Record<string, string>>) {
  const volume = createVolume();
  for (const [path, text] of Object.entries(texts)) volume.write(path, new TextEncoder().encode(text));
  return volume;
}

const plugins = volumeOf({
  "/.claude-plugin/marketplace.json": JSON.stringify({
    name: "market",
    plugins: [
      { name: "zeta", source: "./plugins/zeta" },
      { name: "alpha", source: "./plugins/alpha" },
    ],
  }),
  "/plugins/alpha/skills/one/SKILL.md": "1",
  "/plugins/alpha/commands/release.md": "4",
  "/plugins/zeta/skills/two/SKILL.md": "2",
  "/extra/three/SKILL.md": "3",
});

test("a skill or command is of its plugin, in the manifest's order, or else of the folder around it, wherever it is installed", () => {
  const files = createMountTable([
    { at: "/mnt/repo", volume: plugins, from: "/", mountId: "repo" },
    { at: "/workspace/.agents/skills/one", volume: plugins, from: "/plugins/alpha/skills/one", mountId: "repo" },
  ]);
  const locations = [
    "/workspace/.agents/skills/one/SKILL.md",
    "/mnt/repo/plugins/zeta/skills/two/SKILL.md",
    "/mnt/repo/extra/three/SKILL.md",
    "/mnt/repo/plugins/alpha/commands/release.md",
  ];
  const folders = finish(skillFolders(files, [{ id: "repo", label: "acme/repo" }], locations));
  expect(locations.map((location) => folders.get(location))).toEqual([
    { name: "alpha", plugin: "alpha", rank: 1 },
    { name: "zeta", plugin: "zeta", rank: 0 },
    { name: "extra", rank: 2 },
    { name: "alpha", plugin: "alpha", rank: 1 },
  ]);
});

test("of several sources each is named, in their order, and a person's own files come by that name", () => {
  const single = volumeOf({ "/SKILL.md": "4" });
  const own = volumeOf({ "/workspace/.agents/skills/mine/SKILL.md": "5" });
  const files = createMountTable([
    { at: "/", volume: own, from: "/", mountId: "own" },
    { at: "/mnt/single", volume: single, from: "/", mountId: "single" },
  ]);
  const locations = ["/mnt/single/SKILL.md", "/workspace/.agents/skills/mine/SKILL.md"];
  const folders = finish(skillFolders(files, [{ id: "single", label: "acme/single" }], locations));
  expect(locations.map((location) => folders.get(location)?.name)).toEqual([
    "acme/single",
    "Your own files: .agents/skills",
  ]);
});

test("one plugin alone is a group, whose name is its skills' own in some harnesses", () => {
  const volume = volumeOf({
    "/.claude-plugin/plugin.json": JSON.stringify({ name: "tools" }),
    "/skills/a/SKILL.md": "1",
  });
  const files = createMountTable([{ at: "/mnt/repo", volume, from: "/", mountId: "repo" }]);
  const location = "/mnt/repo/skills/a/SKILL.md";
  expect(finish(skillFolders(files, [{ id: "repo", label: "acme/repo" }], [location])).get(location)).toEqual({
    name: "tools",
    plugin: "tools",
    rank: 0,
  });
});

test("where all are in one folder there is nothing to tell apart", () => {
  const volume = volumeOf({ "/skills/a/SKILL.md": "1", "/skills/b/SKILL.md": "2" });
  const files = createMountTable([{ at: "/workspace", volume, from: "/", mountId: "repo" }]);
  const locations = ["/workspace/skills/a/SKILL.md", "/workspace/skills/b/SKILL.md"];
  expect(finish(skillFolders(files, [{ id: "repo", label: "acme/repo" }], locations)).size).toBe(0);
});
