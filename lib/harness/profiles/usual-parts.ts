/** Parts that many profiles share, so that each says only what is its own. */

import type { Rulings } from "#lib/harness/rules/content/content-rules.ts";
import type { CommandRule } from "#lib/harness/vocabulary/commands.ts";
import type { Scan } from "#lib/harness/vocabulary/discovery.ts";

/** Folders of a root, each with a `SKILL.md`. Every link is followed. */
export const oneLevel: Scan = {
  depth: "one-level",
  fileName: { match: "exact", names: ["SKILL.md"] },
  skipFolders: [],
  follows: { roots: true, folders: true, files: true },
  order: "folder",
  brokenRoot: "skip",
};

/** The same at any depth, hidden folders included. */
export const everyFolder: Scan = { ...oneLevel, depth: "recursive" };

const passedOver = { verdict: "reject" } as const;

/** For harnesses that print a reason by itself, and report nothing else about a skill that breaks the standard. */
export const tellsReason = { warning: "{reason}", validator: "none" } as const;

/** For harnesses that skip what is too much for anybody. */
export const tooMuchPassedOver = { "frontmatter-length": passedOver, "frontmatter-complexity": passedOver } as const;

/** For harnesses that skip a file without fields and say nothing. */
export const fieldlessPassedOver = {
  readable: passedOver,
  "not-empty": passedOver,
  frontmatter: passedOver,
  "frontmatter-closed": passedOver,
  ...tooMuchPassedOver,
  yaml: passedOver,
  mapping: passedOver,
} as const satisfies Partial<Rulings>;

/**
 * The rows and the end of a list in tags, as Anthropic has proposed it.
 * @param mark how the template escapes name and description; empty: not at all
 */
export function listInTags(mark: "" | "apos:" | "breaks:", ofLocation: "" | "apos:" | "breaks:" | "decimal:" = mark) {
  return {
    row: [
      "  <skill>",
      `    <name>{${mark}name}</name>`,
      `    <description>{${mark}description}</description>`,
      `    <location>{${ofLocation}location}</location>`,
      "  </skill>",
    ].join("\n"),
    separator: "\n",
    tail: "\n</available_skills>",
    empty: "",
  };
}

/** For harnesses that fill nothing into a skill's text, and have no commands that are known. */
export const fillsNothing = { substitution: { kind: "none" }, commands: { rules: [], others: [] } } as const;

/** The command that begins a new conversation. */
export function newChat(word: string, output: string): CommandRule {
  return { words: [word], detail: "Begin a new conversation", does: { kind: "new-chat", output } };
}

/** The command that looks at the disk again. */
export function reload(words: readonly string[], output: string): CommandRule {
  return { words, detail: "Look at the disk again", does: { kind: "reload", output } };
}

/** Commands by their names: `"clear help"` for `/clear` and `/help`. */
export function slashed(names: string): readonly string[] {
  return names.split(" ").map((name) => `/${name}`);
}
