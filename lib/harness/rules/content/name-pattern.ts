import type { ContentRule, Limited, Ruling } from "./content-rule.ts";
import { setField } from "./edit-fields.ts";

export interface Pattern {
  /** A regular expression that the whole name has to match. */
  readonly pattern: string;
  /** The characters that it allows, as a noun. */
  readonly takes: string;
}

/** For harnesses that reject a skill for the characters of its name, whether that is the frontmatter's or the folder's. */
export const namePattern = {
  code: "name-pattern",
  title: "Its name has no other characters than this harness takes",
  fault: "other characters in the name",
  isOptional: true,
  asksForName: true,
  field: "name",
  find(text, { pattern, takes }) {
    const name = text.fields.has("name") ? text.textOf("name") : text.folder;
    return new RegExp(`^(?:${pattern})$`, "u").test(name)
      ? undefined
      : { line: text.fields.get("name")?.line ?? 1, values: { takes } };
  },
  wording: ({ takes }) => ({
    title: "The name has characters that this harness does not take",
    fix: `Rename it: ${takes} are taken.`,
  }),
  passed: (_text, { takes }) => `Its name has ${takes} only.`,
  drafts: ({ text, freeName }) => [[`Name it ${freeName}`, setField(text, "name", freeName)]],
} as const satisfies ContentRule<{ readonly takes: string }, Ruling & Pattern>;

/** For harnesses that reject a skill whose description is longer. */
export const descriptionLength = {
  code: "description-length",
  title: "The description is not too long",
  fault: "a description that is too long",
  isOptional: true,
  field: "description",
  find: (text, { limit }) =>
    text.textOf("description").length > limit
      ? { line: text.fields.get("description")?.line ?? 1, values: { limit } }
      : undefined,
  wording: ({ limit }) => ({
    title: `The description has more than ${limit} characters`,
    fix: "Shorten it, and move details into the text below.",
  }),
  passed: (_text, { limit }) => `The description has no more than ${limit} characters.`,
} as const satisfies ContentRule<{ readonly limit: number }, Limited>;
