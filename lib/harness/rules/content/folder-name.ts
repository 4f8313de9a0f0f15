import type { ContentRule, Limited, Ruling } from "./content-rule.ts";
import { setField } from "./edit-fields.ts";

/** For harnesses that reject a skill whose name differs from its folder's. */
export const folderName = {
  code: "folder-name",
  title: "Its name is its folder's",
  fault: "a name that is not its folder’s",
  isOptional: true,
  field: "name",
  find(text, { anyCase = false }) {
    const { folder } = text;
    const name = text.textOf("name");
    const isSame = anyCase ? name.toLowerCase() === folder.toLowerCase() : name === folder;
    return isSame || name === ""
      ? undefined
      : { line: text.fields.get("name")?.line ?? 1, detail: name, values: { name, folder } };
  },
  wording: ({ name, folder }) => ({
    title: `The name ${name} is not its folder's, ${folder}`,
    fix: `Name it ${folder}, or rename its folder.`,
  }),
  passed: ({ folder }) => `Its name is its folder's, ${folder}.`,
  drafts: ({ text, folder }) => [[`Name it ${folder}`, setField(text, "name", folder)]],
} as const satisfies ContentRule<
  { readonly name: string; readonly folder: string },
  Ruling & { readonly anyCase?: true }
>;

/** For harnesses that reject a skill whose field `compatibility` is longer. */
export const compatibilityLength = {
  code: "compatibility-length",
  title: "What it needs is told in few words",
  fault: "a compatibility that is too long",
  isOptional: true,
  find: (text, { limit }) =>
    text.textOf("compatibility").length > limit
      ? { line: text.fields.get("compatibility")?.line ?? 1, values: { limit } }
      : undefined,
  wording: ({ limit }) => ({
    title: `compatibility has more than ${limit} characters`,
    fix: "Shorten it, and move details into the text below.",
  }),
  passed: (_text, { limit }) => `compatibility has no more than ${limit} characters.`,
} as const satisfies ContentRule<{ readonly limit: number }, Limited>;
