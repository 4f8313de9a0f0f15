import type { Shape } from "#lib/harness/vocabulary/shape.ts";

const text = '"(?:[^"\\\\]|\\\\.)*"';
const texts = `\\[(?:${text},?)*\\]`;
const [list, map, flag] = ["\\[.*\\]", "\\{.*\\}", "true|false"];

/**
 * Values of settings as the program checks them: with one that is wrong, it reads nothing of the file. It checks all of its settings; these
 * are those about skills, and two that most files have.
 */
export const settingsShape: Shape = {
  skillOverrides: `\\{(?:${text}:"(?:on|off|name-only|user-invocable-only)",?)*\\}`,
  enabledPlugins: `\\{(?:${text}:(?:${flag}|${texts}),?)*\\}`,
  permissions: map,
  "permissions.allow": list,
  "permissions.ask": list,
  "permissions.deny": list,
  skillListingBudgetFraction: "1|0\\.\\d+|\\d.*e-\\d+",
  skillListingMaxDescChars: "[1-9]\\d*",
  disableBundledSkills: `${flag}|null`,
  env: map,
  model: text,
};
