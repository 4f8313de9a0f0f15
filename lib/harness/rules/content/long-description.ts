import { fieldText } from "#lib/skills/frontmatter.ts";
import { maxDescriptionLength } from "#lib/skills/standard.ts";
import { isLonger, pythonLength } from "#lib/skills/text-rules.ts";
import type { Advice } from "./content-rule.ts";

export const longDescription = {
  code: "description-too-long",
  severity: "warning",
  about: "common",
  find({ fields }) {
    const description = fieldText(fields, "description") ?? "";
    if (!isLonger(description, maxDescriptionLength)) return [];
    const values = { length: pythonLength(description), limit: maxDescriptionLength };
    return [{ line: fields.get("description")?.line ?? 1, values }];
  },
  wording: ({ length, limit }) => ({
    title: `The description has ${length} characters, the standard allows ${limit}`,
    fix: "Shorten it. It is sent with every request.",
  }),
} as const satisfies Advice<{ readonly length: number; readonly limit: number }>;
