import { skillsIn, type Tree, usualSkill } from "../tree.ts";

const two = skillsIn("{project}", { alpha: usualSkill("alpha", "a"), beta: usualSkill("beta", "b") });
const only = ["claude-code"];
const files = ["app/.claude/settings.local.json", "app/.claude/settings.json", "home/.claude/settings.json"] as const;

/** `count` skills, each with a description of `length` characters. */
export function many(count: number, length: number): Record<string, string> {
  const one = (index: number) => {
    const name = `skill-${String(index).padStart(3, "0")}`;
    return [name, usualSkill(name, `${name} does a thing that is useful `.repeat(40).slice(0, length).trim())] as const;
  };
  return skillsIn("{project}", Object.fromEntries(Array.from({ length: count }, (_, index) => one(index))));
}

const withSettings = (
  name: string,
  why: string,
  settings: object,
  more: Readonly<Record<string, string>> = two,
): Tree => ({
  name,
  why,
  only,
  files: { ...more, "home/.claude/settings.json": JSON.stringify(settings) },
});

const copilot = "home/.copilot/settings.json";
const offLists: readonly (readonly [path: string, text: string])[] = [
  [copilot, '{"disabledSkills": ["alpha"]}'],
  [copilot, '{"disabledSkills": ["ALPHA", "two-words"]}'],
  [copilot, '{"disabledSkills": ["two words", "nope", 42]}'],
  [copilot, '{"disabledSkills": "alpha"}'],
  [copilot, '{"disabledSkills": {"alpha": true}}'],
  [copilot, '// a comment\n{"disabledSkills": ["alpha"],}'],
  [copilot, "{"],
  ["home/.copilot/config.json", '{"disabledSkills": ["alpha"]}'],
  ["app/.github/copilot/settings.json", '{"disabledSkills": ["alpha"]}'],
  ["app/.claude/settings.json", '{"disabledSkills": ["alpha"]}'],
];

/** The effects of settings, and of the budget for all skills. */
export const settingsTrees: readonly Tree[] = [
  ...["on", "off", "name-only", "user-invocable-only", "nonsense"].flatMap((word) =>
    files.map(
      (path, index): Tree => ({
        name: `override-${word}-${index}`,
        why: `skillOverrides: ${word} in ${path}`,
        only,
        files: { ...two, [path]: JSON.stringify({ skillOverrides: { alpha: word } }) },
        line: "/alpha x",
        calls: [["alpha", "y"]],
      }),
    ),
  ),
  ...offLists.map(
    ([path, text], index): Tree => ({
      name: `off-list-${index}`,
      why: `${path}: ${text}`,
      only: ["copilot-cli"],
      files: { ...two, "{project}/c/SKILL.md": usualSkill("two words", "c"), [path]: text },
      calls: [["alpha"], ["two-words"]],
    }),
  ),
  withSettings("no-own", "disableBundledSkills", { disableBundledSkills: true }),
  withSettings("shorter", "skillListingMaxDescChars", { skillListingMaxDescChars: 100 }, many(3, 300)),
  withSettings("more-room", "skillListingBudgetFraction", { skillListingBudgetFraction: 0.05 }, many(30, 500)),
  withSettings("less-room", "skillListingBudgetFraction", { skillListingBudgetFraction: 0.005 }, many(10, 100)),
  ...[
    [4, 420],
    [6, 420],
    [60, 500],
    [120, 90],
    [300, 60],
  ].map(
    ([count = 0, length = 0]): Tree => ({
      name: `many-${count}-${length}`,
      why: `${count} skills of ${length} characters`,
      files: many(count, length),
    }),
  ),
  ...[560, 561, 562].map(
    (length): Tree => ({
      name: `exact-${length}`,
      why: "thirteen long ones, and one that fills 15,000 characters or not",
      files: {
        ...many(13, 1000),
        ...skillsIn("{project}", { "skill-013": usualSkill("skill-013", "x".repeat(length)) }),
      },
    }),
  ),
  ...["日", "🚀", "é"].map(
    (sign, index): Tree => ({
      name: `wide-${index}`,
      why: "many skills whose characters take several bytes",
      files: skillsIn(
        "{project}",
        Object.fromEntries(
          Array.from({ length: 60 }, (_, each) => [`s${each}`, usualSkill(`s${each}`, sign.repeat(200))]),
        ),
      ),
    }),
  ),
  {
    name: "wide",
    why: "characters that take two columns",
    files: skillsIn(
      "{project}",
      Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`s${index}`, usualSkill("x", "日本語".repeat(60))])),
    ),
  },
  {
    name: "used",
    why: "use counts decide which descriptions stay",
    only,
    files: {
      ...many(60, 500),
      "home/.claude.json": JSON.stringify({
        skillUsage: {
          "skill-050": { usageCount: 5, lastUsedAt: 1795478400000 },
          "skill-055": { usageCount: 1, lastUsedAt: 1795478400000 },
        },
      }),
    },
  },
];
