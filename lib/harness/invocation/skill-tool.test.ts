import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { callSkillTool, skillToolOf } from "./skill-tool.ts";

const profile = profileById("claude-code");
const folder = "/work/app/.claude/skills";

function answer(skill: string, said: string, files: Readonly<Record<string, string>>, of = profile): string {
  const session = loadSession(of, textFiles(files), { cwd: "/work/app", home: "/home/dev" });
  const tool = skillToolOf(of);
  if (!tool) throw new Error("no tool");
  return callSkillTool(of, tool, session, { input: { [tool.parameters.skill]: skill }, active: new Set(), said }).text;
}

const hidden = { [`${folder}/alpha/SKILL.md`]: "---\ndescription: d\ndisable-model-invocation: true\n---\nB\n" };

test.each([
  ["please use /alpha now", true],
  ["\n/alpha", true],
  ["please use alpha now", false],
  ["see a/alpha", false],
  ["run /alphabet", false],
  ["run `/alpha`", false],
])("a skill kept from the model may be called once the person has named it: %j", (said, isFree) => {
  expect(answer("alpha", said, hidden).startsWith("Launching skill: alpha")).toBe(isFree);
});

test("a name that is nearly right is met by that of any skill, and by its label alone where it has one", () => {
  const labelled = { [`${folder}/alpha/SKILL.md`]: "---\nname: zebra\ndescription: d\n---\n" };
  expect(answer("alpho", "", hidden)).toContain("Did you mean alpha?");
  expect(answer("zebr", "", labelled)).toContain("Did you mean zebra?");
  expect(answer("alpho", "", labelled)).not.toContain("Did you mean");
});

test("a skill whose label is a command's name is not known by its folder's", () => {
  const labelled = { [`${folder}/alpha/SKILL.md`]: "---\nname: help\ndescription: d\n---\n" };
  expect(answer("alpho", "", labelled)).toBe("<tool_use_error>Unknown skill: alpho</tool_use_error>");
  expect(answer("help", "", labelled)).toContain("help is a UI command, not a skill.");
});

test("a slash alone is a name that no skill has, and blanks alone are no name", () => {
  expect(answer("/", "", hidden)).toContain("Unknown skill: ");
  expect(answer("/alpha", "", hidden)).toContain("Skill alpha cannot be used");
  expect(answer(" ", "", hidden)).toContain("Invalid skill format: ");
});

test("lists and maps in a list of arguments name none", () => {
  const withNames = (names: string) => ({
    [`${folder}/alpha/SKILL.md`]: `---\ndescription: d\narguments: ${names}\n---\n[$file] [$count]\n`,
  });
  const call = (names: string) => {
    const session = loadSession(profile, textFiles(withNames(names)), { cwd: "/work/app", home: "/home/dev" });
    const tool = skillToolOf(profile);
    const input = { skill: "alpha", args: "one two" };
    return (
      tool && callSkillTool(profile, tool, session, { input, active: new Set() }).text.split("\n\n").at(-1)?.trim()
    );
  };
  expect(call("[file, count]")).toBe("[one] [two]");
  expect(call("[{a: b}, file, [count]]")).toMatch(/^\[one\] \[\$count\]/);
});

test("a command of blanks alone is answered without a text", () => {
  const blank = { "/work/app/.claude/commands/blank.md": "---\ndescription: d\n---\n$ARGUMENTS  \n" };
  expect(answer("blank", "", blank)).toBe("Launching skill: blank");
});

test("a skill that is kept from the model is near nothing where the program has its own of that name", () => {
  const own = {
    [`${folder}/init/SKILL.md`]: "---\nname: zebra\ndescription: d\ndisable-model-invocation: true\n---\n",
  };
  expect(answer("zebr", "", own)).not.toContain("Did you mean zebra");
});

test.each([
  ["Skill(alpha)", true],
  ["Skill(/alpha)", true],
  ["Skill(al:*)", true],
  ["Skill(alph *)", true],
  ["Skill(al*)", false],
  ["Skill(alpha x)", false],
  ["Skill( alpha )", false],
  ["skill(alpha)", false],
  ["Read(alpha)", false],
])("a rule %j in any of the settings keeps the model from a skill: %j", (rule, isDenied) => {
  const files = { [`${folder}/alpha/SKILL.md`]: "---\ndescription: d\n---\nB\n" };
  for (const path of ["/work/app/.claude/settings.local.json", "/home/dev/.claude/settings.json"]) {
    const settings = JSON.stringify({ permissions: { allow: ["Skill"], deny: ["Bash(x)", rule] } });
    const text = answer("alpha", "", { ...files, [path]: settings });
    expect(text === "Skill execution blocked by permission rules").toBe(isDenied);
  }
});

test("a plugin's skill is called without the plugin's name by the name in its frontmatter alone", () => {
  const kit = "/home/dev/.claude/plugins/cache/shop/kit/1.0";
  const plugins = "/home/dev/.claude/plugins";
  const files = {
    [`${kit}/skills/Two Words/SKILL.md`]: `---\nname: other\ndescription: d\n---\n\${CLAUDE_PLUGIN_ROOT}\n`,
    [`${kit}/commands/sub/c.md`]: `---\ndescription: d\n---\n\${CLAUDE_PLUGIN_ROOT} \${CLAUDE_PLUGIN_DATA}\n`,
    [`${plugins}/installed_plugins.json`]: JSON.stringify({
      version: 2,
      plugins: { "kit@shop": [{ scope: "user", installPath: kit }] },
    }),
    [`${plugins}/known_marketplaces.json`]: JSON.stringify({
      shop: {
        source: { source: "github", repo: "a/b" },
        installLocation: `${plugins}/marketplaces/shop`,
        lastUpdated: "",
      },
    }),
    [`${plugins}/marketplaces/shop/.claude-plugin/marketplace.json`]: JSON.stringify({
      name: "shop",
      owner: { name: "Acme" },
      plugins: [{ name: "kit", source: "./kit" }],
    }),
    "/home/dev/.claude/settings.json": JSON.stringify({ enabledPlugins: { "kit@shop": true } }),
  };
  expect(answer("other", "", files)).toContain(`Two Words\n\n${kit}\n`);
  expect(answer("kit:Two-Words", "", files)).toContain("Launching skill: kit:Two-Words");
  expect(answer("Two-Words", "", files)).toContain("Did you mean kit:Two-Words? Invoke it by that full name.");
  for (const rule of ["Skill(other)", "Skill(oth:*)"]) {
    const settings = { enabledPlugins: { "kit@shop": true }, permissions: { deny: [rule] } };
    const denied = { ...files, "/home/dev/.claude/settings.json": JSON.stringify(settings) };
    expect(answer("kit:Two-Words", "", denied)).toBe("Skill execution blocked by permission rules");
  }
  expect(answer("kit:sub:c", "", files)).toBe(`Launching skill: kit:sub:c\n\n${kit} ${plugins}/data/kit-shop\n`);
});

test.each([
  [
    "of too many bytes",
    `${"0123456789".repeat(10)}\n`.repeat(600),
    /0123456789\n\n\.\.\.\d{4} bytes truncated\.\.\.\n/,
  ],
  ["in one long line", "é".repeat(30_000), /^# Skill: a\n\n\n\.\.\.60\d{3} bytes truncated\.\.\.$/m],
  ["of too many lines", "b\n".repeat(3_000), /\nb\n\n\.\.\.1012 lines truncated\.\.\.\n/],
])("an answer %s loses its end", (_, body, end) => {
  const files = { "/work/app/.opencode/skills/a/SKILL.md": `---\nname: a\ndescription: d\n---\n${body}` };
  const text = answer("a", "", files, profileById("opencode"));
  expect(text).toMatch(end);
  expect(text).toContain("saved to: /home/dev/.local/share/opencode/tool-output/tool_<id>\nUse the Task tool");
  expect(new TextEncoder().encode(text).length).toBeLessThan(51_200 + 500);
});

test("an answer that is put into a file is told by its first lines", () => {
  const body = "0123456789\n".repeat(3_000);
  const long = { "/work/app/.qwen/skills/a/SKILL.md": `---\nname: a\ndescription: d\n---\n${body}` };
  const text = answer("a", "", long, profileById("qwen-code"));
  expect(text).toMatch(
    /^<persisted-output>\nOutput too large \(32 KB\)\. Full output saved to: \/home\/dev\/\.qwen\/tmp\//,
  );
  expect(text).toMatch(/chars\):\nBase directory [\s\S]*\n0123456789\n\.\.\.\n<\/persisted-output>$/);
});
