import { goJsonText, isObject, parseLooseJson } from "#lib/harness/go/json.ts";
import { editYaml } from "#lib/harness/go/yaml-settings.ts";
import { type QuickFix, withWrites, writing } from "#lib/harness/rules/types/quick-fix.ts";
import type { Wordings } from "#lib/harness/rules/types/rule.ts";
import { stateNotices } from "#lib/harness/states/states.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { StateRules } from "#lib/harness/vocabulary/states.ts";
import { readText } from "#lib/vfs/files.ts";
import { basename } from "#lib/vfs/paths.ts";

/** The finding about a state file that its harness ignores. It concerns no SKILL.md, and so it is no `Rule`. */
export const stateFile = {
  code: "state-file-ignored",
  wordings: {
    "state-file-ignored": ({ detail }) => ({
      title: `This harness ignores the file: ${detail}`,
      fix: "Fix it, or switch a skill on or off here, which rewrites it.",
    }),
  },
  fixes: mendStateFile,
} as const satisfies StateFileFinding;

interface StateFileFinding {
  readonly code: string;
  readonly wordings: Wordings;
  fixes(profile: Profile, session: Session, path: string): readonly QuickFix[];
}

/** A state file that its harness can read, with those of its entries that can be understood. */
function mendStateFile(profile: Profile, { files, place }: Session, path: string): readonly QuickFix[] {
  const text = readText(files, path);
  if (text === undefined) return [];
  const drafts = draftsFor(profile.states, text);
  const isMended = (draft: string) =>
    !stateNotices(profile, withWrites(files, [{ path, text: draft }]), place).some((notice) => notice.path === path);
  const mended = drafts.find(isMended);
  return mended === undefined ? [] : [writing(`Fix ${basename(path)}`, path, mended)];
}

function draftsFor(rules: StateRules, text: string): readonly string[] {
  switch (rules.kind) {
    case "none":
    // The file has many other settings, which a guess must not change.
    case "entries":
    case "off-list":
    case "off-patterns":
      return [];
    case "switches":
      return [`${goJsonText({ [rules.key]: entriesOf(text, rules.key, booleanOf) })}\n`];
    case "levels": {
      const known = Object.values(rules.words);
      const words = entriesOf(text, rules.key, (word) => (known.includes(String(word)) ? word : undefined));
      return [goJsonText({ ...(parseLooseJson(text) ?? {}), [rules.key]: words })];
    }
    case "allow-list": {
      const on = { enabled: true };
      return [
        editYaml(text, rules.section, on),
        editYaml(text, rules.section, { ...on, allowed: [] }),
        editYaml("", rules.section, on),
      ];
    }
  }
}

function entriesOf(text: string, key: string, read: (value: unknown) => unknown): Readonly<Record<string, unknown>> {
  const entries = parseLooseJson(text)?.[key];
  if (!isObject(entries)) return {};
  const pairs = Object.entries(entries).map(([name, value]) => [name, read(value)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  const word = String(value).toLowerCase();
  if (["true", "1", "on", "yes"].includes(word)) return true;
  return ["false", "0", "off", "no"].includes(word) ? false : undefined;
}
