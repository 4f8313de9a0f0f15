import { describe, expect, it } from "vitest";
import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { discover } from "#lib/harness/discovery/discover.ts";
import { explain } from "#lib/harness/explain.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";

const place = { cwd: "/workspace", home: "/home/user" };
const home = "/home/user/.claude";
const kit = `${home}/plugins/cache/shop/kit/1.0`;
const skill = (name: string) => `---\nname: ${name}\ndescription: Of ${name}.\n---\n`;

const on = (value: unknown) => ({ [`${home}/settings.json`]: JSON.stringify({ enabledPlugins: value }) });
const market = (plugins: unknown) => ({
  [`${home}/plugins/known_marketplaces.json`]: JSON.stringify({
    shop: {
      source: { source: "github", repo: "acme/shop" },
      installLocation: `${home}/plugins/marketplaces/shop`,
      lastUpdated: "",
    },
  }),
  [`${home}/plugins/marketplaces/shop/.claude-plugin/marketplace.json`]: JSON.stringify({
    name: "shop",
    owner: { name: "Acme" },
    plugins,
  }),
});
const installed = {
  ...on({ "kit@shop": true }),
  ...market([{ name: "kit", source: "./kit" }]),
  [`${home}/plugins/installed_plugins.json`]: JSON.stringify({
    version: 2,
    plugins: { "kit@shop": [{ scope: "user", installPath: kit }] },
  }),
};
const skills = {
  [`${kit}/skills/usual/SKILL.md`]: skill("usual"),
  [`${kit}/more/one/SKILL.md`]: skill("one"),
  [`${kit}/more/two/SKILL.md`]: skill("two"),
};

function loaded(id: string, texts: Readonly<Record<string, string>>): string[] {
  return discover(profileById(id), textFiles(texts), place).skills.map(({ name }) => name);
}

const manifest = (value: object) => ({
  [`${kit}/.claude-plugin/plugin.json`]: JSON.stringify({ name: "kit", ...value }),
});
const listing = (value: object) => market([value]);
const withoutOwner = {
  [`${home}/plugins/marketplaces/shop/.claude-plugin/marketplace.json`]: JSON.stringify({
    name: "shop",
    plugins: [{ name: "kit", source: "./kit" }],
  }),
};

describe("the skills of an installed plugin in Claude Code", () => {
  const files = { ...installed, ...skills };
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ["are those in its skills folder", {}, ["kit:usual"]],
    ["and in the folders that its manifest names", manifest({ skills: "./more" }), ["kit:usual", "kit:one", "kit:two"]],
    ["and the skills that it names", manifest({ skills: ["./more/two"] }), ["kit:usual", "kit:two"]],
    [
      "and in the folders that its marketplace names",
      listing({ name: "kit", source: "./kit", skills: ["./more/one"] }),
      ["kit:usual", "kit:one"],
    ],
    [
      "or, as it is its whole marketplace, those alone",
      listing({ name: "kit", source: "./", skills: ["./more/one"] }),
      ["kit:one"],
    ],
    ["but none outside of it", manifest({ skills: ["./../../../.."] }), ["kit:usual"]],
    ["under the name in its manifest", manifest({ name: "other" }), ["other:usual"]],
    ["and none with a manifest that has no name", manifest({ name: "" }), []],
    ["or a path that does not begin in it", manifest({ skills: "more" }), []],
    ["or a version that is no text", manifest({ version: 1 }), []],
    [
      "and none with a manifest where its marketplace is to say all",
      { ...manifest({}), ...listing({ name: "kit", source: "./kit", strict: false, skills: ["./more/one"] }) },
      [],
    ],
    [
      "but with one where the marketplace says nothing",
      { ...manifest({}), ...listing({ name: "kit", source: "./kit", strict: false }) },
      ["kit:usual"],
    ],
    [
      "and nothing of an entry whose strict is no bool",
      listing({ name: "kit", source: "./kit", strict: "false", skills: ["./more/one"] }),
      ["kit:usual"],
    ],
    ["and none with a command that has no text", manifest({ commands: { x: {} } }), []],
    ["or two", manifest({ commands: { x: { source: "./x.md", content: "X" } } }), []],
    ["or one elsewhere", manifest({ commands: { x: { source: "x.md" } } }), []],
    ["or hooks in a file that is not its own", manifest({ hooks: "hooks.json" }), []],
    ["or servers without a command or an address", manifest({ mcpServers: { a: {} } }), []],
    ["or a setting that has no title", manifest({ userConfig: { a: { type: "string" } } }), []],
    ["but with these", manifest({ hooks: "./h.json", mcpServers: { a: { command: "x", env: {} } } }), ["kit:usual"]],
    ["and none from a marketplace without an owner", withoutOwner, []],
    ["or agents that are no files", manifest({ agents: ["./agents"] }), []],
    ["but with agents that are", manifest({ agents: ["./agents/a.md"] }), ["kit:usual"]],
    [
      "in the order in which they are named",
      listing({ name: "kit", source: "./", skills: ["./more/two", "./more/one"] }),
      ["kit:two", "kit:one"],
    ],
    ["and none that its marketplace does not list", market([]), []],
    ["or whose marketplace is not known", { [`${home}/plugins/known_marketplaces.json`]: "{}" }, []],
    [
      "and its commands before them",
      { [`${kit}/commands/b.md`]: "B", [`${kit}/commands/a/c.md`]: "C", [`${kit}/commands/d/SKILL.md`]: "D" },
      ["kit:b", "kit:a:c", "kit:d", "kit:usual"],
    ],
    [
      "or the commands that its manifest names",
      { ...manifest({ commands: ["./go/x.md"] }), [`${kit}/commands/b.md`]: "B", [`${kit}/go/x.md`]: "X" },
      ["kit:x", "kit:usual"],
    ],
    [
      "and a skill that is its whole skills folder alone",
      { [`${kit}/skills/SKILL.md`]: skill("whole") },
      ["kit:whole"],
    ],
  ])("%s", (_, more, names) => {
    expect(loaded("claude-code", { ...files, ...more })).toEqual(names);
  });

  it.each<[string, Readonly<Record<string, string>>, number]>([
    ["off where no settings tell of them", { [`${home}/settings.json`]: "{}" }, 0],
    ["on", on({ "kit@shop": true }), 1],
    ["off with any other word", on({ "kit@shop": "yes" }), 0],
    ["off in the settings", { [`${home}/settings.json`]: '{"enabledPlugins": {"kit@shop": false}}' }, 0],
    ["off where another is on", on({ "kit@other": true }), 0],
    [
      "on in the project, which goes before the person",
      {
        [`${home}/settings.json`]: '{"enabledPlugins": {"kit@shop": false}}',
        "/workspace/.claude/settings.json": '{"enabledPlugins": {"kit@shop": true}}',
      },
      1,
    ],
    ["off where the settings cannot be read", { [`${home}/settings.json`]: "{" }, 0],
  ])("are %s", (_, settings, count) => {
    expect(loaded("claude-code", { ...files, ...settings })).toHaveLength(count);
  });

  it("are read where they lie in a marketplace that is a folder of this disk", () => {
    const known = {
      [`${home}/plugins/known_marketplaces.json`]: JSON.stringify({
        shop: { source: { source: "directory", path: "/srv/shop" }, installLocation: "/srv/shop", lastUpdated: "" },
      }),
      "/srv/shop/.claude-plugin/marketplace.json": JSON.stringify({
        name: "shop",
        owner: { name: "Acme" },
        plugins: [{ name: "kit", source: "./here" }],
      }),
      "/srv/shop/here/skills/fresh/SKILL.md": skill("fresh"),
    };
    expect(loaded("claude-code", { ...files, ...known })).toEqual(["kit:fresh"]);
  });

  it("need nobody to install them in such a marketplace, only the settings", () => {
    for (const source of [
      { source: "directory", path: "/srv/shop" },
      { source: "file", path: "/srv/x.json" },
      { source: "git" },
    ]) {
      const texts = {
        ...on({ "kit@shop": true, "far@shop": true, "none@shop": true, "off@shop": false }),
        [`${home}/plugins/known_marketplaces.json`]: JSON.stringify({
          shop: { source, installLocation: "/srv/shop", lastUpdated: "" },
        }),
        "/srv/shop/.claude-plugin/marketplace.json": JSON.stringify({
          name: "shop",
          owner: { name: "Acme" },
          plugins: [
            { name: "kit", source: "./here" },
            { name: "off", source: "./here" },
            { name: "far", source: { source: "git" } },
          ],
        }),
        "/srv/shop/here/skills/fresh/SKILL.md": skill("fresh"),
      };
      expect(loaded("claude-code", texts)).toEqual(source.source === "git" ? [] : ["kit:fresh"]);
    }
  });

  it("come in the order in which the settings name their plugins", () => {
    const other = `${home}/plugins/cache/shop/art/1.0`;
    const texts = {
      ...files,
      ...market([
        { name: "kit", source: "./kit" },
        { name: "art", source: "./art" },
      ]),
      ...on({ "kit@shop": true, "art@shop": true }),
      [`${home}/plugins/installed_plugins.json`]: JSON.stringify({
        version: 2,
        plugins: {
          "art@shop": [{ scope: "user", installPath: other }],
          "kit@shop": [{ scope: "user", installPath: kit }],
        },
      }),
      [`${other}/skills/draw/SKILL.md`]: skill("draw"),
    };
    expect(loaded("claude-code", texts)).toEqual(["kit:usual", "art:draw"]);
  });

  it("are read in no folder of this disk where one of the marketplaces that are known has something wrong", () => {
    const known = (more: object) => ({
      ...on({ "kit@shop": true }),
      [`${home}/plugins/known_marketplaces.json`]: JSON.stringify({
        shop: { source: { source: "directory", path: "/srv/shop" }, installLocation: "/srv/shop", lastUpdated: "" },
        ...more,
      }),
      "/srv/shop/.claude-plugin/marketplace.json": JSON.stringify({
        name: "shop",
        owner: { name: "Acme" },
        plugins: [{ name: "kit", source: "./here" }],
      }),
      "/srv/shop/here/skills/fresh/SKILL.md": skill("fresh"),
    });
    expect(loaded("claude-code", known({}))).toEqual(["kit:fresh"]);
    for (const other of [null, {}, { source: { source: "github" }, installLocation: "/x", lastUpdated: "" }])
      expect(loaded("claude-code", known({ other }))).toEqual([]);
  });

  it("say why they are not looked at", () => {
    const profile = profileById("claude-code");
    const why = (texts: Readonly<Record<string, string>>, location: string) => {
      const session = loadSession(profile, textFiles(texts), place);
      const { tests } = explain(profile, session, location);
      return tests.find(({ rule, outcome }) => rule === "plugin" && outcome === "failed")?.tested;
    };
    const settings = { [`${home}/settings.json`]: '{"enabledPlugins": {"kit@shop": false}}' };
    expect(why({ ...files, ...settings }, `${kit}/skills/usual/SKILL.md`)).toBe(
      "The plugin kit@shop is turned off in /home/user/.claude/settings.json.",
    );
    expect(why({ ...files, ...manifest({ dependencies: ["ink"] }) }, `${kit}/skills/usual/SKILL.md`)).toBe(
      "The plugin kit@shop depends on a plugin that is not loaded.",
    );
    const list = `${home}/plugins/marketplaces/shop/.claude-plugin/marketplace.json`;
    expect(why({ ...files, [list]: '{"name": "shop", "plugins": []}' }, `${kit}/skills/usual/SKILL.md`)).toBe(
      "The marketplace of kit@shop has something wrong, so it lists nothing.",
    );
    expect(why({ ...files, ...manifest({ skills: ["./more/two"] }) }, `${kit}/more/one/SKILL.md`)).toBe(
      "Claude Code reads the skills that the plugin kit or its marketplace names; this is not one of them.",
    );
  });
});

describe("the skills of an installed plugin in Codex", () => {
  const cache = "/home/user/.codex/plugins/cache/shop/kit";
  const plugin = (version: string, value: object, ...paths: string[]) => ({
    [`${cache}/${version}/.codex-plugin/plugin.json`]: JSON.stringify({ name: "kit", ...value }),
    ...Object.fromEntries(
      paths.map((path) => [`${cache}/${version}/${path}/SKILL.md`, skill(path.split("/").at(-1) ?? "")]),
    ),
  });
  const enabled = (value: boolean, ...ids: string[]) => ({
    "/home/user/.codex/config.toml": ids.map((id) => `[plugins."${id}"]\nenabled = ${value}\n`).join("\n"),
  });
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ["bear its name, at any depth", plugin("1.0", {}, "skills/a", "skills/deep/b"), ["kit:a", "kit:b"]],
    [
      "are those of the newest version",
      { ...plugin("1.9", {}, "skills/a"), ...plugin("1.10", {}, "skills/b") },
      ["kit:b"],
    ],
    ["or of the local one", { ...plugin("9.0", {}, "skills/a"), ...plugin("local", {}, "skills/b") }, ["kit:b"]],
    ["lie in the folder that it names alone", plugin("1.0", { skills: "./mine" }, "skills/a", "mine/b"), ["kit:b"]],
  ])("%s", (_, texts, names) => {
    expect(loaded("codex", { ...texts, ...enabled(true, "kit@shop") })).toEqual(names);
  });

  it("are gone where config.toml does not turn it on", () => {
    const texts = plugin("1.0", {}, "skills/a");
    expect(loaded("codex", { ...texts, ...enabled(false, "kit@shop") })).toEqual([]);
    expect(loaded("codex", texts)).toEqual([]);
  });

  it("are gone without a manifest, and no path in it leads out of the plugin", () => {
    const at = "/home/user/.codex/plugins/cache/shop/kit";
    const texts = {
      [`${at}/1/skills/usual/SKILL.md`]: skill("usual"),
      "/home/user/.codex/plugins/cache/shop/out/far/SKILL.md": skill("far"),
      [`${at}/1/more/one/SKILL.md`]: skill("one"),
      ...enabled(true, "kit@shop"),
    };
    const withManifest = (skills: unknown) => ({
      ...texts,
      [`${at}/1/.codex-plugin/plugin.json`]: JSON.stringify({ name: "kit", skills }),
    });
    expect(loaded("codex", texts)).toEqual([]);
    expect(loaded("codex", withManifest("../../out"))).toEqual(["kit:usual"]);
    expect(loaded("codex", withManifest("more"))).toEqual(["kit:usual"]);
    expect(loaded("codex", withManifest("./more"))).toEqual(["kit:one"]);
  });

  // As Codex 0.169.0 was seen to list the plugins of wshobson/agents and trailofbits/skills.
  it("have short paths: in the order of the plugins' names, a marketplace's folder for those of one skill", () => {
    const shop = "/home/user/.codex/plugins/cache/shop";
    const at = (name: string, ...names: string[]) =>
      Object.fromEntries([
        [`${shop}/${name}/1/.codex-plugin/plugin.json`, JSON.stringify({ name })],
        ...names.map((each) => [`${shop}/${name}/1/skills/${each}/SKILL.md`, skill(each)]),
      ]);
    const texts = {
      ...at("b", "two", "three"),
      ...at("c", "four"),
      ...at("a", "one"),
      ...enabled(true, "c@shop", "b@shop", "a@shop"),
    };
    const profile = profileById("codex");
    const { text } = renderCatalog(profile, loadSession(profile, textFiles(texts), place));
    expect(text).toContain(`- \`r0\` = \`${shop}\`\n- \`r1\` = \`${shop}/b/1/skills\`\n###`);
    expect(text).toContain("(file: r0/a/1/skills/one/SKILL.md)");
    expect(text).toContain("(file: r1/two/SKILL.md)");
  });
});

describe("a plugin in Claude Code that is installed more than once", () => {
  const other = `${home}/plugins/cache/shop/kit/2.0`;
  const inTwo = { ...installed, ...skills, [`${other}/skills/newer/SKILL.md`]: skill("newer") };
  const of = (...installs: readonly object[]) => ({
    ...inTwo,
    [`${home}/plugins/installed_plugins.json`]: JSON.stringify({ version: 2, plugins: { "kit@shop": installs } }),
  });
  const here = { scope: "project", projectPath: place.cwd, installPath: other };
  const elsewhere = { scope: "local", projectPath: "/elsewhere", installPath: other };
  const person = { scope: "user", installPath: kit };

  it.each<[string, readonly object[], readonly string[]]>([
    ["counts as the first", [person, here], ["kit:usual"]],
    ["whichever that is", [here, person], ["kit:newer"]],
    ["of those for this project or for the person", [elsewhere, person], ["kit:usual"]],
    ["and not at all where it is for another project", [elsewhere], []],
    ["or for one that it does not name", [{ scope: "project", installPath: other }], []],
    ["or where one does not say for whom it is", [person, { installPath: other }], []],
    ["or says a word that is none", [person, { ...person, scope: "team" }], []],
    ["or has a value of another kind", [{ ...person, installedAt: 1 }], []],
  ])("%s", (_rule, installs, names) => {
    expect(loaded("claude-code", of(...installs))).toEqual(names);
  });
});

describe("plugins of Claude Code that depend on others", () => {
  const needs = (dependencies: unknown, enabled: object) => ({
    ...installed,
    ...skills,
    ...on({ "kit@shop": true, ...enabled }),
    ...manifest({ dependencies }),
    ...market(["kit", "ink"].map((name) => ({ name, source: `./${name}` }))),
    [`${home}/plugins/installed_plugins.json`]: JSON.stringify({
      version: 2,
      plugins: Object.fromEntries(
        ["kit", "ink"].map((name) => [
          `${name}@shop`,
          [{ scope: "user", installPath: `${home}/plugins/cache/shop/${name}/1.0` }],
        ]),
      ),
    }),
    [`${home}/plugins/cache/shop/ink/1.0/skills/dip/SKILL.md`]: skill("dip"),
  });

  it.each<[string, unknown, object, readonly string[]]>([
    ["are loaded with them", ["ink"], { "ink@shop": true }, ["kit:usual", "ink:dip"]],
    ["whichever version they ask for", ["ink@shop@^1.0"], { "ink@shop": true }, ["kit:usual", "ink:dip"]],
    ["and by whatever name", [{ name: "ink", marketplace: "shop" }], { "ink@shop": true }, ["kit:usual", "ink:dip"]],
    ["and not without them", ["ink"], { "ink@shop": false }, []],
    ["or with one of them alone", ["ink", "pen"], { "ink@shop": true }, ["ink:dip"]],
    ["or where one has the name in another marketplace", ["ink@other"], { "ink@shop": true }, ["ink:dip"]],
  ])("%s", (_, dependencies, enabled, names) => {
    expect(loaded("claude-code", needs(dependencies, enabled))).toEqual(names);
  });
});

it("a link in a plugin of Claude Code counts where it leads into the plugin", () => {
  const files = textFiles(
    { ...installed, ...skills, "/workspace/out/SKILL.md": skill("out") },
    {
      links: { [`${kit}/skills/in`]: "../more/one", [`${kit}/skills/out`]: "/workspace/out" },
      folders: [place.cwd, place.home],
    },
  );
  const names = discover(profileById("claude-code"), files, place).skills.map(({ name }) => name);
  expect(names).toEqual(["kit:in", "kit:usual"]);
  const told = explain(
    profileById("claude-code"),
    loadSession(profileById("claude-code"), files, place),
    `${kit}/skills/out/SKILL.md`,
  );
  expect(JSON.stringify(told)).toContain("leads out of the plugin");
});

it(".git that is a link to nothing is no repository", () => {
  const files = textFiles(
    { "/workspace/.claude/skills/top/SKILL.md": skill("top"), "/workspace/pkg/a": "a" },
    { links: { "/workspace/pkg/.git": "/nowhere" } },
  );
  const found = discover(profileById("claude-code"), files, { cwd: "/workspace/pkg", home: "/home/user" });
  expect(found.skills.map(({ name }) => name)).toEqual(["top"]);
});

it.each([
  ["qwen-code", ".qwen", "qwen-extension.json", ["kit:one", "z:one"]],
  ["gemini-cli", ".gemini", "gemini-extension.json", ["one"]],
])("an extension of %s has the name in its manifest, and is none without one", (id, own, file, names) => {
  const at = `/home/user/${own}/extensions`;
  const texts = {
    [`${at}/a/${file}`]: JSON.stringify({ name: "kit", version: "1" }),
    [`${at}/a/skills/one/SKILL.md`]: skill("one"),
    [`${at}/b/skills/two/SKILL.md`]: skill("two"),
    [`${at}/z/${file}`]: JSON.stringify({ name: "z", version: "1" }),
    [`${at}/z/skills/one/SKILL.md`]: skill("one"),
  };
  const { skills: found } = discover(profileById(id), textFiles(texts), place);
  expect(found.map(({ name }) => name)).toEqual(names);
  expect(found.at(-1)?.location).toBe(`${at}/z/skills/one/SKILL.md`);
});

it.each<[string, string, object]>([
  ["qwen-code", "qwen", { contextFileName: 1 }],
  ["qwen-code", "qwen", { contextFileName: [1] }],
  ["qwen-code", "qwen", { settings: "x" }],
  ["gemini-cli", "gemini", { settings: {} }],
  ["gemini-cli", "gemini", { version: 0 }],
])("an extension of %s with a value of another kind in its manifest is none", (id, own, more) => {
  const at = `/home/user/.${own}/extensions/kit`;
  const names = (value: object) => {
    return loaded(id, {
      [`${at}/${own}-extension.json`]: JSON.stringify({ name: "kit", version: "1", ...value }),
      [`${at}/skills/one/SKILL.md`]: skill("one"),
    });
  };
  expect(names({ contextFileName: "X.md", settings: [] })).toHaveLength(1);
  expect(names(more)).toEqual([]);
});
