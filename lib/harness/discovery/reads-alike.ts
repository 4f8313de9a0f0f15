import { requiredFields } from "#lib/harness/rules/content/content-rule.ts";
import { allAdvice } from "#lib/harness/rules/content/content-rules.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { parseStandard } from "#lib/skills/standard.ts";
import { decodeText, type Files } from "#lib/vfs/files.ts";
import { checkText } from "./check-text.ts";
import { firstLine } from "./kept-parts.ts";

/**
 * Whether a harness finds, lists and describes a skill alike with two texts of its SKILL.md. Then they differ only in the instructions,
 * which are not read before the skill is called. False if its catalog includes the instructions.
 * @param path path of the file; rules on names compare with the name of its folder
 */
export function readsAlike(profile: Profile, path: string, one: Uint8Array, other: Uint8Array): boolean {
  return toldBeforehand(profile, path, one) === toldBeforehand(profile, path, other);
}

/** Everything that a harness makes of a text before the skill is called, as one text. */
function toldBeforehand({ frontmatter, catalog }: Profile, path: string, bytes: Uint8Array): string {
  const checked = checkText(frontmatter, onlyFile(path, bytes), path);
  const standard = parseStandard(checked.text);
  return JSON.stringify(
    [
      checked.fields,
      checked.frontmatter.kind,
      checked.broken.map(({ rule, ruling: _, ...found }) => [rule.code, found]),
      allAdvice.map((advice) => advice.find(checked)),
      // Used in place of an empty field.
      requiredFields.some((field) => checked.textOf(field) === "") &&
        firstLine(frontmatter, { location: path }, checked.text),
      // By these fields an installer names its folder.
      standard.kind === "parsed" ? standard.fields : standard.kind,
      catalog.row.includes("{body}") && decodeText(bytes),
    ],
    (_, value: unknown) => (value instanceof Map ? [...value] : value),
  );
}

function onlyFile(path: string, bytes: Uint8Array): Files {
  const stat = () => ({ kind: "file", size: bytes.length, executable: false }) as const;
  return { stat, lstat: stat, list: () => undefined, read: (asked) => (asked === path ? bytes : undefined) };
}
