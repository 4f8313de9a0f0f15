import { skillsIn, type Tree, usualSkill } from "../../tree.ts";

const skills = {
  ...skillsIn("{project}", {
    alpha: usualSkill("alpha", "a"),
    "alpha-two": usualSkill("alpha-two", "a2"),
    shown: usualSkill("other", "shown by another name"),
    "a b": usualSkill("a b", "with a blank"),
  }),
  "app/.claude/commands/sub/c.md": "---\ndescription: c\n---\nC\n",
};
const calls = [["alpha"], ["alpha-two"], ["shown"], ["other"], ["a b"], ["sub:c"]] as const;

/** Ways to write a rule about the tool or about one skill. */
const rules = [
  ...["Skill(skill:alpha)", "Skill(skill: al*)", "Skill(skill:*)", "Skill(args:x)", "Skill(other)", "Skill(other:*)"],
  ...["Skill(shown)", "Skill(sub:*)", "Skill(sub:c)", "Skill(c)", "Skill(a b)", "Skill(a *)", "Skill(alpha:x)"],
  ...["Skill(alpha*)", "Skill(**)", "Skill(:*)", "Skill( *)", "Skill(alpha", "Skill)alpha(", "Skill(alpha))"],
  ...["Skill(al\\*)", "Skill(alpha\\)", "Skill (alpha)", " Skill(alpha)", "Skill(Alpha)", "SKILL", "Skill*", "Sk*"],
  ...["*", "alpha", "alpha(x)", "Alpha", "/alpha", "mcp__alpha", "", "()", "Skill(alpha),Skill(shown)", "Skill(\n)"],
];

const lists = [
  { deny: "Skill(alpha)" },
  { deny: [["Skill(alpha)"]] },
  { deny: [7, null, "Skill(alpha)"] },
  { deny: { 0: "Skill(alpha)" } },
  { deny: null, ask: ["Skill(alpha)"] },
  { Deny: ["Skill(alpha)"] },
  { deny: ["Skill(alpha)", "Skill(alpha)"], unknown: true },
];

const file = "app/.claude/settings.json";
const tree = (name: string, why: string, settings: Readonly<Record<string, unknown>>): Tree => ({
  name: `rule-${name}`,
  why,
  only: ["claude-code"],
  files: {
    ...skills,
    ...Object.fromEntries(Object.entries(settings).map(([path, value]) => [path, JSON.stringify(value)])),
  },
  line: "/alpha x",
  calls,
});

/** Rules of permissions about the tool and its skills. */
export const permissionTrees: readonly Tree[] = [
  ...rules.map((rule, index) =>
    tree(`deny-${index}`, `denied: ${JSON.stringify(rule)}`, { [file]: { permissions: { deny: [rule] } } }),
  ),
  ...lists.map((permissions, index) =>
    tree(`list-${index}`, `permissions: ${JSON.stringify(permissions)}`, { [file]: { permissions } }),
  ),
  {
    ...tree("ask-in-lines", "a rule that asks, in settings of several lines", {}),
    files: { ...skills, [file]: JSON.stringify({ permissions: { ask: ["Skill"] } }, null, 2) },
  },
  tree("two-files", "denied by the person, allowed by the project", {
    [file]: { permissions: { allow: ["Skill(alpha)"] } },
    "home/.claude/settings.json": { permissions: { deny: ["Skill(alpha)"] } },
  }),
  tree("three-files", "one rule in each file", {
    [file]: { permissions: { deny: ["Skill(alpha)"] } },
    "app/.claude/settings.local.json": { permissions: { deny: ["Skill(shown)"] } },
    "home/.claude/settings.json": { permissions: { deny: ["Skill(a b)"] } },
  }),
  tree("room-900", "a variable for the list's room", { [file]: { env: { SLASH_COMMAND_TOOL_CHAR_BUDGET: "900" } } }),
  ...["0", "-5", "abc", "1e3", " 900 ", "900.5", 900, null, "99999999999999999999", "900px", ""].map((room, index) =>
    tree(`room-${index}`, `the list's room is ${JSON.stringify(room)}`, {
      "home/.claude/settings.json": { env: { SLASH_COMMAND_TOOL_CHAR_BUDGET: room } },
    }),
  ),
  tree("room-two", "room by the person, and by the project", {
    [file]: { env: { SLASH_COMMAND_TOOL_CHAR_BUDGET: "6500" } },
    "home/.claude/settings.json": { env: { SLASH_COMMAND_TOOL_CHAR_BUDGET: "900" } },
  }),
  tree("room-and-share", "room as a variable and as a share", {
    [file]: { env: { SLASH_COMMAND_TOOL_CHAR_BUDGET: "6300" }, skillListingBudgetFraction: 0.1 },
  }),
];
