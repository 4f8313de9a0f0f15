import { fieldText } from "#lib/skills/frontmatter.ts";
import { pythonStrip } from "#lib/skills/text-rules.ts";
import type { Advice } from "./content-rule.ts";

export const otherName = {
  code: "name-differs",
  severity: "info",
  about: "common",
  find({ fields, folder }) {
    const name = pythonStrip(fieldText(fields, "name") ?? "");
    if (!name || name.normalize("NFKC") === folder.normalize("NFKC")) return [];
    return [{ line: fields.get("name")?.line ?? 1, values: { name, folder } }];
  },
  wording: ({ name, folder }) => ({
    title: `The skill is named ${name}, its folder ${folder}`,
    fix: "Give both the same name. Harnesses differ on which one counts.",
  }),
} as const satisfies Advice<{ readonly name: string; readonly folder: string }>;
