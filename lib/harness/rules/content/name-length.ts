import { isLonger } from "#lib/skills/text-rules.ts";
import type { ContentRule, Limited } from "./content-rule.ts";

type NameLimited = Limited & {
  /** Whether the limit also applies to the folder's name if it replaces a missing name. */
  readonly countsFolder?: true;
};

export const nameLength = {
  code: "name-length",
  title: "The name is not too long",
  isOptional: true,
  field: "name",
  find: (text, { limit, countsFolder = false }) => {
    const name = text.textOf("name") || (countsFolder ? text.folder : "");
    return isLonger(name, limit) ? { line: text.fields.get("name")?.line ?? 1, values: { limit } } : undefined;
  },
  wording: ({ limit }) => ({
    title: `The name has more than ${limit} characters`,
    fix: "Shorten it. People type names and read them in lists.",
  }),
  passed: (_text, { limit }) => `The name has no more than ${limit} characters.`,
} as const satisfies ContentRule<{ readonly limit: number }, NameLimited>;
