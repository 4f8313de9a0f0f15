import { validateFields } from "#lib/skills/standard.ts";
import type { Advice } from "./content-rule.ts";

export const breaksStandard = {
  code: "breaks-standard",
  severity: "warning",
  about: "standard",
  find: ({ fields, folder }) =>
    validateFields(fields, folder).map(({ message, field = "" }) => {
      return { line: fields.get(field)?.line ?? 1, values: { message }, says: message };
    }),
  wording: ({ message }) => ({
    title: message,
    fix: "Fix it to meet the Agent Skills standard. This harness still loads the skill.",
  }),
} as const satisfies Advice<{ readonly message: string }>;
