import { describe, expect, it } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { discover } from "#lib/harness/discovery/discover.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { readText } from "#lib/vfs/files.ts";
import { createMountTable } from "#lib/vfs/mount-table.ts";
import { createVolume } from "#lib/vfs/volume.ts";
import { indexTree, type MountTree } from "./mount-tree.ts";
import { place } from "./place.ts";
import type { PlacedMount } from "./placed-mount.ts";
import { placeMounts } from "./placement.ts";

const skill = (name: string) => `---\nname: ${name}\ndescription: Of ${name}.\n---\n`;

function treeOf(files: Readonly<Record<string, string>>): MountTree {
  const volume = createVolume();
  for (const [path, text] of Object.entries(files)) volume.write(path, new TextEncoder().encode(text));
  return indexTree(volume);
}

/** A marketplace of two plugins. Each has its own skill, and both have one of the same name. */
const shop = treeOf({
  "/.claude-plugin/marketplace.json": JSON.stringify({
    name: "shop",
    owner: { name: "Acme" },
    plugins: [
      { name: "sales", source: "./sales" },
      { name: "law", source: "./law" },
    ],
  }),
  "/sales/.claude-plugin/plugin.json": '{"name": "sales", "version": "1.2.0"}',
  "/sales/skills/brief/SKILL.md": skill("brief"),
  "/sales/skills/group/deep/SKILL.md": skill("deep"),
  "/law/.claude-plugin/plugin.json": '{"name": "law"}',
  "/law/skills/brief/SKILL.md": skill("brief"),
  "/law/shared.md": "Shared.\n",
  "/template/SKILL.md": skill("template"),
});

const mount: PlacedMount = {
  id: "shop",
  source: { kind: "git", url: "https://github.com/acme/shop" },
  label: "acme/shop",
  commit: "0123456789abcdef0123456789abcdef01234567",
  as: "install",
  scope: "project",
  at: "/mnt/acme-shop",
};

function seen(id: string, part: Partial<PlacedMount> = {}, { tree = shop, own = treeOf({}) } = {}) {
  const profile = profileById(id);
  const { points, skillFiles, notices } = finish(
    placeMounts({
      profile,
      own,
      mounts: [{ ...mount, ...part }],
      trees: new Map([["shop", tree]]),
    }),
  );
  const files = createMountTable(points);
  const { skills, candidates } = discover(profile, files, place, { skillFiles });
  const outside = candidates.filter(({ outcome }) => outcome.kind === "outside").map(({ location }) => location);
  return { files, notices, names: skills.map(({ name }) => name), outside };
}

describe("a repository of plugins", () => {
  it.each([
    ["claude-code", ["law:brief", "sales:brief"], "/home/user/.claude/plugins/cache/shop/sales/1.2.0"],
    ["gencode", ["law:brief", "sales:brief", "sales:deep"], "/home/user/.gen/plugins/cache/shop/sales/1.2.0"],
    ["codex", ["law:brief", "sales:brief", "sales:deep"], "/home/user/.codex/plugins/cache/shop/sales/1.2.0"],
  ])("is installed as plugins for %s, and nothing is renamed", (id, names, folder) => {
    const { names: found, notices, files } = seen(id);
    expect(found.toSorted()).toEqual(names);
    expect(notices).toEqual([]);
    expect(files.stat(`${folder}/skills/brief/SKILL.md`)?.kind).toBe("file");
  });

  it("comes whole with one of its skills, and brings no other plugin along", () => {
    const { names, files } = seen("claude-code", { chosen: ["/law/skills/brief/SKILL.md"] });
    expect(names).toEqual(["law:brief"]);
    // A plugin that states no version gets that of the commit.
    const folder = "/home/user/.claude/plugins/cache/shop/law/0123456789ab";
    expect(readText(files, `${folder}/shared.md`)).toBe("Shared.\n");
    const registry = JSON.parse(readText(files, "/home/user/.claude/plugins/installed_plugins.json") ?? "");
    expect(registry).toEqual({
      version: 2,
      plugins: { "law@shop": [{ scope: "user", installPath: folder, version: "0123456789ab" }] },
    });
  });

  it("leaves what no plugin has where it lies, until it is chosen", () => {
    const template = "/mnt/acme-shop/template/SKILL.md";
    expect(seen("claude-code").outside).toContain(template);
    const chosen = ["/template/SKILL.md", "/sales/skills/group/deep/SKILL.md"];
    // A skill that the plugin does not find in its own folders is installed beside the plugin.
    expect(seen("claude-code", { chosen }).names.toSorted()).toEqual(["deep", "sales:brief", "template"]);
  });

  it("is installed beside a project that it is itself", () => {
    const part = { as: "project", at: "/workspace", chosen: ["/law/skills/brief/SKILL.md"] } as const;
    expect(seen("claude-code", part).names).toEqual(["law:brief"]);
    expect(seen("claude-code", { ...part, chosen: [] }).names).toEqual([]);
  });

  it("has no plugin for Codex in a folder that does not say it is one", () => {
    const tree = treeOf({
      "/.claude-plugin/marketplace.json": JSON.stringify({
        name: "shop",
        owner: { name: "Acme" },
        plugins: [{ name: "all", source: "./" }],
      }),
      "/skills/x/SKILL.md": skill("x"),
    });
    expect(seen("codex", {}, { tree }).names).toEqual(["x"]);
    expect(seen("claude-code", {}, { tree }).names).toEqual(["all:x"]);
  });

  it("is a row of skills for a harness that knows no plugins, one of each name", () => {
    const { names, outside, notices } = seen("keen");
    expect(names).toEqual(["brief", "deep", "template"]);
    expect(outside).toEqual(["/mnt/acme-shop/sales/skills/brief/SKILL.md"]);
    expect(notices.map(({ code }) => code)).toEqual(["not-installed"]);
  });

  it("keeps what a person wrote into the list of plugins", () => {
    const registry = "/home/user/.claude/plugins/installed_plugins.json";
    const own = treeOf({
      [registry]: '{"version": 2, "plugins": {"mine@home": [{"scope": "user", "installPath": "/home/user/mine"}]}}',
      "/home/user/.claude/settings.json": '{"enabledPlugins": {"mine@home": true, "law@shop": false}, "model": "x"}',
      "/home/user/.claude/plugins/known_marketplaces.json":
        '{"home": {"source": {"source": "github", "repo": "a/b"}, "installLocation": "/home/user/market", "lastUpdated": ""}}',
      "/home/user/market/.claude-plugin/marketplace.json":
        '{"name": "home", "owner": {"name": "Me"}, "plugins": [{"name": "mine", "source": "./mine"}]}',
      "/home/user/mine/skills/own/SKILL.md": skill("own"),
    });
    const { names, files } = seen("claude-code", {}, { own });
    expect(names.toSorted()).toEqual(["mine:own", "sales:brief"]);
    expect(JSON.parse(readText(files, "/home/user/.claude/settings.json") ?? "")).toMatchObject({ model: "x" });
  });

  it("comes from the repository that it is fetched from", () => {
    const known = (url: string) => {
      const { files } = seen("claude-code", { source: { kind: "git", url } });
      return JSON.parse(readText(files, "/home/user/.claude/plugins/known_marketplaces.json") ?? "").shop.source;
    };
    expect(known("https://github.com/acme/shop")).toEqual({ source: "github", repo: "acme/shop" });
    expect(known("https://git.example/acme/shop")).toEqual({ source: "git", url: "https://git.example/acme/shop" });
  });

  it("is turned on in Codex's settings, which stay as they are", () => {
    const path = "/home/user/.codex/config.toml";
    const own = treeOf({ [path]: 'model = "x"\n\n[plugins."law@shop"]\nenabled = false\n' });
    const { names, files } = seen("codex", {}, { own });
    expect(names).toEqual(["sales:brief", "sales:deep"]);
    expect(readText(files, path)).toBe(
      'model = "x"\n\n[plugins."law@shop"]\nenabled = false\n\n[plugins."sales@shop"]\nenabled = true\n',
    );
  });

  it("leaves settings alone that cannot be read", () => {
    const own = treeOf({ "/home/user/.claude/settings.json": "{ not yet" });
    const { names, files } = seen("claude-code", {}, { own });
    expect(names).toEqual([]);
    expect(readText(files, "/home/user/.claude/settings.json")).toBe("{ not yet");
  });

  it.each(['model = "x', 'plugins = { "law@shop" = { enabled = false } }\n'])(
    "leaves Codex's settings alone where a table cannot be added: %j",
    (text) => {
      const path = "/home/user/.codex/config.toml";
      const { names, files } = seen("codex", {}, { own: treeOf({ [path]: text }) });
      expect(names).toEqual([]);
      expect(readText(files, path)).toBe(text);
    },
  );

  it("has names that stay folders of their own, whatever its manifests say", () => {
    const tree = treeOf({
      "/.claude-plugin/marketplace.json": JSON.stringify({
        name: "../..",
        plugins: [{ name: "a/../../b", source: "./" }],
      }),
      "/skills/x/SKILL.md": skill("x"),
    });
    const { files, names } = seen("claude-code", { chosen: tree.skillFiles }, { tree });
    expect(names).toEqual(["a-..-..-b:x"]);
    expect(files.list("/home/user/.claude/plugins/cache")?.map(({ name }) => name)).toEqual(["unnamed"]);
  });

  describe("with commands", () => {
    const command = "---\ndescription: Of it.\n---\n";
    const tools = {
      "/.claude-plugin/marketplace.json": JSON.stringify({
        name: "tools",
        owner: { name: "Acme" },
        plugins: [
          { name: "ship", source: "./ship" },
          { name: "bare", source: "./bare" },
          { name: "kit", source: "./kit" },
        ],
      }),
      "/ship/.claude-plugin/plugin.json": '{"name": "ship"}',
      "/ship/commands/release.md": command,
      "/ship/commands/deep/undo.md": command,
      "/ship/commands/notes.txt": "None.\n",
      "/bare/agents/one.md": command,
    };
    const withSkill = treeOf({ ...tools, "/kit/skills/brief/SKILL.md": skill("brief") });

    it("alone is installed with the others, for a harness that reads them", () => {
      const { names, files } = seen("claude-code", {}, { tree: withSkill });
      expect(names.toSorted()).toEqual(["kit:brief", "ship:deep:undo", "ship:release"]);
      const enabled = JSON.parse(readText(files, "/home/user/.claude/settings.json") ?? "").enabledPlugins;
      expect(Object.keys(enabled).toSorted()).toEqual(["kit@tools", "ship@tools"]);
      expect(seen("codex", {}, { tree: withSkill }).names).toEqual(["brief"]);
    });

    it("alone is installed when it is chosen, and not beside what else is chosen", () => {
      const one = (chosen: string) => seen("claude-code", { chosen: [chosen] }, { tree: withSkill }).names.toSorted();
      expect(one("/kit/skills/brief/SKILL.md")).toEqual(["kit:brief"]);
      expect(one("/ship/commands/release.md")).toEqual(["ship:deep:undo", "ship:release"]);
      expect(one("/ship/commands/notes.txt")).toEqual([]);
      expect(seen("keen", { chosen: ["/ship/commands/release.md"] }, { tree: withSkill }).names).toEqual([]);
    });

    it("alone may be the whole repository, listed or not", () => {
      const own = { "/.claude-plugin/plugin.json": '{"name": "ship"}', "/commands/release.md": command };
      expect(seen("claude-code", {}, { tree: treeOf(own) }).names).toEqual(["ship:release"]);
      const list = { name: "tools", owner: { name: "Acme" }, plugins: [{ name: "listed", source: "./" }] };
      const listed = { ...own, "/.claude-plugin/marketplace.json": JSON.stringify(list) };
      const { names, files } = seen("claude-code", {}, { tree: treeOf(listed) });
      expect(names).toEqual(["ship:release"]);
      expect(files.seenAt({ mountId: "shop", path: "/commands/release.md" })).toContain("/cache/tools/listed/");
    });

    it("alone is left out where all of them together would have more than 20,000 commands", () => {
      const plugins = ["first", "many", "last"].map((name) => ({ name, source: `./${name}` }));
      const commands = Array.from({ length: 20_000 }, (_, index) => [`/many/commands/${index}.md`, ""]);
      const tree = treeOf({
        "/.claude-plugin/marketplace.json": JSON.stringify({ name: "tools", owner: { name: "Acme" }, plugins }),
        "/first/commands/one.md": command,
        ...Object.fromEntries(commands),
        "/last/commands/two.md": command,
      });
      expect(seen("claude-code", {}, { tree }).names.toSorted()).toEqual(["first:one", "last:two"]);
    });

    it("alone keeps no skill outside of plugins from being installed", () => {
      const tree = treeOf({ ...tools, "/template/SKILL.md": skill("template") });
      expect(seen("claude-code", {}, { tree }).names.toSorted()).toEqual([
        "ship:deep:undo",
        "ship:release",
        "template",
      ]);
    });
  });
});
