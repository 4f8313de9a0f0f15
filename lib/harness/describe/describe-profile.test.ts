import { expect, test } from "vitest";
import { profileById, profiles } from "#lib/harness/profiles.ts";
import { describeProfile, describeReload } from "./describe-profile.ts";

function facts(id: string, title: RegExp): readonly string[] {
  return describeProfile(profileById(id)).find((group) => title.test(group.title))?.facts ?? [];
}

test.each(profiles)("$label has something to say to every question", (profile) => {
  for (const { title, facts } of describeProfile(profile)) {
    expect(facts.length, title).toBeGreaterThan(0);
    expect(facts.join(" "), title).not.toMatch(/undefined|\[object|[{}]/);
    expect(facts.join(" ").split("`").length % 2, title).toBe(1);
  }
});

test("roots stand in the order of precedence, as the harness's documentation writes them", () => {
  expect(facts("keen", /looks, the first/)).toEqual([
    "`./.agents/skills`",
    "`./.keen/skills`",
    "`~/.agents/skills`",
    "`~/.keen/skills`",
    "`~/.keen/skills/bundled`, which it fills with its own skills at every start",
  ]);
  expect(facts("ak-coder", /looks, the first/)).toEqual(["`.`, where this lab installs into `.ak-coder/skills`"]);
});

test("plugins that only a marketplace brings say so", () => {
  expect(facts("claude-code", /looks, the first/).at(-1)).toBe(
    "`~/.claude/plugins/*/skills`, of the plugins that `installed_plugins.json` names and that come from a marketplace in `known_marketplaces.json`, and of all in one that is a folder here, where `enabledPlugins` of the settings turns the plugin on, told only where the frontmatter has a description",
  );
  expect(facts("gencode", /looks, the first/).join(" ")).toContain("one folder per plugin");
});

test("what is left out is told", () => {
  const leftOut =
    "It also tells its model of `.claude/workflows/*.js`, and of a plugin's `workflows/*.js` in place of its skills of that name; this lab leaves them out.";
  expect(facts("claude-code", /counts as a skill/)).toContain(leftOut);
});

test("states are told in the harness's words, with their files and when an edit counts", () => {
  expect(facts("claude-code", /On and off/).join(" ")).toContain("Nothing in a file counts if one of its settings has");
  expect(facts("codex", /What the model is told/).join(" ")).toContain(
    "`model_context_window` in `~/.codex/config.toml`",
  );
  expect(facts("gencode", /On and off/)[0]).toContain("`enable`: may be invoked, the model is not told");
  expect(facts("gencode", /On and off/).join(" ")).toContain("`./.gen/skills.json` or `~/.gen/skills.json`");
  expect(facts("keen", /On and off/).at(-1)).toContain("shows at once");
  expect(facts("kodelet", /On and off/)).toContain("Started with `--no-skills`, it offers none.");
  expect(facts("agentskills", /On and off/)).toEqual(["Every skill is always on."]);
});

test("what is wrong with a file is sorted by what the harness does about it", () => {
  expect(facts("keen-rfc", /faulty/)).toEqual([
    "Left out, with a message: frontmatter never closed, broken YAML.",
    "Left out silently: an empty file.",
    "Loaded, with a warning: no name, no description.",
    "Loaded anyway: no frontmatter.",
  ]);
});

test("what ends the search of a whole root is said", () => {
  const said = "Where a folder in a root is called SKILL.md, nothing in that root counts.";
  expect(facts("copilot-cli", /counts as a skill/)).toContain(said);
  expect(facts("gemini-cli", /counts as a skill/)).not.toContain(said);
});

test("the model's tool and a person's line are spelled as they are used", () => {
  expect(facts("gencode", /gets the instructions/)[0]).toBe("It calls `Skill(skill, args)`.");
  expect(facts("ak-coder", /person invokes/)[0]).toBe("`/skills:name arguments` or `/name arguments`.");
  expect(facts("keen", /commands/)).toContain("`/skills name disable` switches a skill off.");
});

test("when a harness looks at the disk again is one clause", () => {
  expect(describeReload(profileById("gencode"))).toBe("at start only");
  expect(describeReload(profileById("keen-rfc"))).toBe(
    "at start, before each message of a person and on its reload command",
  );
});

test("a skill that the program calls with its tool for a person is told to be no part of their message", () => {
  const told = "It goes to the model as the result of a call of its tool, before the message.";
  expect(facts("gemini-cli", /person invokes/).join(" ")).toContain(told);
  expect(facts("qwen-code", /person invokes/).join(" ")).not.toContain(told);
});
