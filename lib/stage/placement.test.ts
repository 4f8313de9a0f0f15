import { describe, expect, it, test } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { discover } from "#lib/harness/discovery/discover.ts";
import { profileById, profiles } from "#lib/harness/profiles.ts";
import { searchOf } from "#lib/harness/rules/place/position.ts";
import { pathObjection } from "#lib/vfs/limits.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { dirname } from "#lib/vfs/paths.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { indexTree, type MountTree } from "./mount-tree.ts";
import { place as lab } from "./place.ts";
import type { PlacedMount } from "./placed-mount.ts";
import { placeMounts, placementAs } from "./placement.ts";

const keen = profileById("keen");

function tree(...paths: readonly string[]): MountTree {
  return treeOf(Object.fromEntries(paths.map((path) => [path, path])));
}

function treeOf(files: Readonly<Record<string, string>>): MountTree {
  const volume = createVolume();
  for (const [path, text] of Object.entries(files)) volume.write(path, new TextEncoder().encode(text));
  return indexTree(volume);
}

function mount(id: string, part: Partial<PlacedMount> = {}): PlacedMount {
  const source = { kind: "upload", name: id } as const;
  return {
    id,
    source,
    label: id,
    as: "install",
    scope: "project",
    at: `/mnt/${id}`,
    ...part,
  };
}

function place(mounts: readonly PlacedMount[], trees: Readonly<Record<string, MountTree>>, profile = keen) {
  return finish(placeMounts({ profile, own: tree(), mounts, trees: new Map(Object.entries(trees)) }));
}

describe("placing mounts", () => {
  it("puts a project at the working folder and installed skills below the profile's root", () => {
    const { points, skillFiles } = place([mount("repo", { as: "project", at: "/workspace" }), mount("more")], {
      repo: tree("/.agents/skills/deploy/SKILL.md"),
      more: tree("/skills/pdf/SKILL.md", "/skills/pdf/scripts/fill.py"),
    });
    const files = createMountTable(points);
    expect(skillFiles).toEqual(["/workspace/.agents/skills/deploy/SKILL.md", "/workspace/.agents/skills/pdf/SKILL.md"]);
    expect(files.stat("/workspace/.agents/skills/pdf/scripts/fill.py")?.kind).toBe("file");
    expect(files.stat("/mnt/more/skills/pdf/SKILL.md")?.kind).toBe("file");
  });

  it("installs under the home folder when asked to", () => {
    const { skillFiles } = place([mount("more", { scope: "home" })], { more: tree("/pdf/SKILL.md") });
    expect(skillFiles).toEqual(["/home/user/.agents/skills/pdf/SKILL.md"]);
  });

  it("installs the first of two that would have one folder, as npx skills add does, and says so", () => {
    const { skillFiles, notices } = place([mount("more")], { more: tree("/a/pdf/SKILL.md", "/b/pdf/SKILL.md") });
    expect(skillFiles).toEqual(["/workspace/.agents/skills/pdf/SKILL.md", "/mnt/more/b/pdf/SKILL.md"]);
    expect(notices).toMatchObject([
      {
        code: "not-installed",
        path: "/mnt/more/b/pdf/SKILL.md",
        data: { name: "pdf", by: "/workspace/.agents/skills/pdf" },
      },
    ]);
  });

  it("installs the other one under its own name where that is another, and the one chosen first before it", () => {
    const own = (name: string) => `---\nname: ${name}\ndescription: It.\n---\n`;
    const more = treeOf({ "/a/pdf/SKILL.md": own("pdf"), "/b/pdf/SKILL.md": own("PDF forms") });
    const [first, second] = more.skillFiles as [string, string];
    expect(place([mount("more")], { more }).skillFiles).toEqual([
      "/workspace/.agents/skills/pdf/SKILL.md",
      "/workspace/.agents/skills/pdf-forms/SKILL.md",
    ]);
    const { points } = place([mount("more", { chosen: [second, first] })], { more });
    expect(createMountTable(points).locate("/workspace/.agents/skills/pdf/SKILL.md")?.path).toBe(second);
  });

  it("installs what is chosen of a project where its harness looks, and leaves the rest where it lies", () => {
    const repo = tree("/.agents/skills/own/SKILL.md", "/plugins/a/skills/a/SKILL.md", "/plugins/b/skills/b/SKILL.md");
    const project = mount("repo", { as: "project", at: "/workspace", chosen: [...repo.skillFiles].slice(0, 2) });
    expect(place([project], { repo }).skillFiles).toEqual([
      "/workspace/.agents/skills/a/SKILL.md",
      "/workspace/.agents/skills/own/SKILL.md",
      "/workspace/plugins/b/skills/b/SKILL.md",
    ]);
    expect(place([project], { repo }, profileById("ak-coder")).skillFiles).toEqual(
      repo.skillFiles.map((path) => `/workspace${path}`),
    );
  });

  it("installs a skill in the folder of another once for a harness that finds it there", () => {
    const deep = `/skills/games/${"x/".repeat(6)}deep`;
    const paths = ["/skills/games", "/skills/games/2d", deep, "/skills/a"].map((folder) => `${folder}/SKILL.md`);
    const games = treeOf(
      Object.fromEntries(paths.map((path) => [path, "---\nname: n\ndescription: d\n---\nDo it.\n"])),
    );
    const placed = (profileId: string) => {
      const profile = profileById(profileId);
      const trees = new Map([["m", games]]);
      const { points, skillFiles } = finish(placeMounts({ profile, own: tree(), mounts: [mount("m")], trees }));
      const { skills } = discover(profile, createMountTable(points), lab, { skillFiles });
      return { skillFiles, found: skills.map(({ location }) => location).sort() };
    };
    const root = "/workspace/.agents/skills";
    const inRoot = (...names: readonly string[]) => names.map((name) => `${root}/${name}/SKILL.md`);
    // A skill too deep for the harness to find is installed separately.
    expect(placed("codex").skillFiles.toSorted()).toEqual(inRoot("a", "deep", "games/2d", "games"));
    expect(placed("codex").found).toEqual(placed("codex").skillFiles.toSorted());
    expect(placed("keen").skillFiles.toSorted()).toEqual(inRoot("2d", "a", "deep", "games"));
  });

  it("never covers a folder that the project brings itself", () => {
    const { points, skillFiles } = place([mount("more"), mount("repo", { as: "project", at: "/workspace" })], {
      repo: tree("/.agents/skills/pdf/SKILL.md"),
      more: tree("/pdf/SKILL.md"),
    });
    const files = createMountTable(points);
    expect(files.read("/workspace/.agents/skills/pdf/SKILL.md")).toEqual(
      new TextEncoder().encode("/.agents/skills/pdf/SKILL.md"),
    );
    expect(skillFiles).toContain("/mnt/more/pdf/SKILL.md");
  });

  it("installs only the skills chosen, and shows the rest where the source can be browsed", () => {
    const chosen = ["/skills/pdf/SKILL.md", "/no/longer/there/SKILL.md"];
    const { skillFiles, points } = place([mount("more", { chosen })], {
      more: tree("/skills/csv/SKILL.md", "/skills/pdf/SKILL.md"),
    });
    expect(skillFiles).toEqual(["/workspace/.agents/skills/pdf/SKILL.md", "/mnt/more/skills/csv/SKILL.md"]);
    expect(createMountTable(points).stat("/mnt/more/skills/csv/SKILL.md")?.kind).toBe("file");
    expect(place([mount("more", { chosen: [] })], { more: tree("/a/SKILL.md") }).skillFiles).toEqual([
      "/mnt/more/a/SKILL.md",
    ]);
  });

  it("calls a source that is one folder of a repository by the folder's name", () => {
    const source = { kind: "git", url: "https://github.com/acme/skills", path: "skills/pdf" } as const;
    const { skillFiles } = place([mount("one", { source, label: "acme/skills" })], { one: tree("/SKILL.md") });
    expect(skillFiles).toEqual(["/workspace/.agents/skills/pdf/SKILL.md"]);
  });

  it("calls a source that is one skill by the source's name", () => {
    const { skillFiles } = place([mount("one", { label: "acme/pdf-forms" })], { one: tree("/SKILL.md") });
    expect(skillFiles).toEqual(["/workspace/.agents/skills/pdf-forms/SKILL.md"]);
  });

  it.each([
    ["keen", "/workspace/.agents/skills", "/home/user/.agents/skills"],
    ["keen-rfc", "/workspace/.agents/skills", "/home/user/.agents/skills"],
    ["gencode", "/workspace/.gen/skills", "/home/user/.gen/skills"],
    ["ak-coder", "/workspace/.ak-coder/skills", "/workspace/.ak-coder/skills"],
    ["kodelet", "/workspace/.kodelet/skills", "/home/user/.kodelet/skills"],
    ["agentskills", "/workspace/.agents/skills", "/home/user/.agents/skills"],
  ])("moves installed skills to where %s looks, the first of two of one name", (id, project, home) => {
    const trees = { one: tree("/pdf/SKILL.md"), two: tree("/pdf/SKILL.md") };
    const installed = (scope: PlacedMount["scope"]) =>
      place([mount("one", { scope }), mount("two", { scope })], trees, profileById(id)).skillFiles;
    expect(installed("project")).toEqual([`${project}/pdf/SKILL.md`, "/mnt/two/pdf/SKILL.md"]);
    expect(installed("home")).toEqual([`${home}/pdf/SKILL.md`, "/mnt/two/pdf/SKILL.md"]);
  });

  it("brings a harness's own skills along under that harness only", () => {
    const bundled = tree("/git-helper/SKILL.md");
    const having = profiles.filter((profile) => {
      return finish(placeMounts({ profile, own: tree(), bundled, mounts: [], trees: new Map() })).skillFiles.length > 0;
    });
    expect(having.map(({ id }) => id)).toEqual(["keen"]);
  });
});

test("many plugins are placed and looked through one by one, so that a page can pause", () => {
  const names = Array.from({ length: 30 }, (_, index) => `p${index}`);
  const listed = {
    name: "market",
    owner: { name: "o" },
    plugins: names.map((name) => ({ name, source: `./${name}` })),
  };
  const files = names.flatMap((name) => [
    [`/${name}/.claude-plugin/plugin.json`, JSON.stringify({ name })],
    [`/${name}/skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: Does it.\n---\n`],
  ]);
  const source = treeOf({ "/.claude-plugin/marketplace.json": JSON.stringify(listed), ...Object.fromEntries(files) });
  const profile = profileById("claude-code");
  const input = { profile, own: tree(), mounts: [mount("m")], trees: new Map([["m", source]]) };
  const placing = [...placeMounts(input)];
  const { points } = finish(placeMounts(input));
  expect(placing.length).toBeGreaterThan(2 * names.length);
  const searching = searchOf(profile, createMountTable(points), lab);
  const perRoot = names.length * 2;
  expect([...searching].length).toBeGreaterThanOrEqual(perRoot * 2);
});

describe("the folder of an installed source", () => {
  const folderOf = (label: string, ...others: readonly PlacedMount[]) => {
    const { at } = placementAs("install", "project", label, others);
    expect(dirname(at)).toBe("/mnt");
    return at.slice("/mnt/".length);
  };

  it.each(["acme/skills", ".claude", ".github", "Größe 2 (neu)"])("has the name of the source %j", (label) => {
    expect(folderOf(label)).toBe(label.replace("/", "-"));
  });

  const odd = ["", ".", "..", ".git", ".GIT. .", ".g\u200cit", "git~1", "a\\b", "a\nb", "\ud800", "\ufffd"];
  it.each(odd)("is one that the workspace's file can hold where the source is named %j", (label) => {
    expect(pathObjection(folderOf(label))).toBeUndefined();
  });

  it.each(["x", "\u4e2d", "\u{1f600}"])("is one that the workspace's file can hold where two have many %s", (each) => {
    const label = each.repeat(300);
    const at = `/mnt/${folderOf(label)}`;
    const source = { kind: "upload", name: label } as const;
    const second = folderOf(label, { id: "one", source, label, at, as: "install", scope: "project" });
    expect(pathObjection(second)).toBeUndefined();
    expect(`/mnt/${second}`).not.toBe(at);
  });
});
