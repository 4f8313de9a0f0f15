import { describe, expect, it } from "vitest";
import { discover } from "#lib/harness/discovery/discover.ts";
import { explain } from "#lib/harness/explain.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";

const place = { cwd: "/workspace", home: "/home/user" };
const home = "/home/user/.claude";
const kit = `${home}/plugins/cache/shop/kit/1.0`;
const skill = (name: string) => `---\nname: ${name}\ndescription: Of ${name}.\n---\n`;

const installed = {
  [`${home}/plugins/installed_plugins.json`]: JSON.stringify({
    version: 2,
    plugins: { "kit@shop": [{ installPath: kit }] },
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

const manifest = (value: object) => ({ [`${kit}/.claude-plugin/plugin.json`]: JSON.stringify(value) });
const listing = (value: object) => ({
  [`${home}/plugins/marketplaces/shop/.claude-plugin/marketplace.json`]: JSON.stringify({ plugins: [value] }),
});

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
    ["but none outside of it", manifest({ skills: ["../../.."] }), ["kit:usual"]],
  ])("%s", (_, more, names) => {
    expect(loaded("claude-code", { ...files, ...more })).toEqual(names);
  });

  it.each<[string, Readonly<Record<string, string>>, number]>([
    ["on unless said otherwise", {}, 1],
    ["on", { [`${home}/settings.json`]: '{"enabledPlugins": {"kit@shop": true}}' }, 1],
    ["off in the settings", { [`${home}/settings.json`]: '{"enabledPlugins": {"kit@shop": false}}' }, 0],
    ["on where another is off", { [`${home}/settings.json`]: '{"enabledPlugins": {"kit@other": false}}' }, 1],
    [
      "on in the project, which goes before the person",
      {
        [`${home}/settings.json`]: '{"enabledPlugins": {"kit@shop": false}}',
        "/workspace/.claude/settings.json": '{"enabledPlugins": {"kit@shop": true}}',
      },
      1,
    ],
    ["on where the settings cannot be read", { [`${home}/settings.json`]: "{" }, 1],
  ])("are %s", (_, settings, count) => {
    expect(loaded("claude-code", { ...files, ...settings })).toHaveLength(count);
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
    expect(loaded("codex", texts)).toEqual(names);
  });

  it("are gone when config.toml turns it off", () => {
    const config = { "/home/user/.codex/config.toml": '[plugins."kit@shop"]\nenabled = false\n' };
    expect(loaded("codex", { ...plugin("1.0", {}, "skills/a"), ...config })).toEqual([]);
  });
});
