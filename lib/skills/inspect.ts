import { basename, dirname } from "#lib/vfs/paths.ts";
import { type Fields, fieldText } from "./fields.ts";
import { findHiddenText } from "./hidden-text.ts";
import type { Notice } from "./notice.ts";
import { isLonger, pythonLength, pythonStrip } from "./python-text.ts";
import { maxDescriptionLength, validateFields } from "./validate.ts";

export interface InspectedSkill {
  /** Of the SKILL.md. */
  readonly path: string;
  readonly text: string;
  readonly fields: Fields;
  /** Whether everything the standard asks is told, or only what hurts in every harness. */
  readonly isStandard: boolean;
}

/** What a skill that loads should mend all the same, where its harness says nothing. */
export function inspectSkill(skill: InspectedSkill): readonly Notice[] {
  return [...(skill.isStandard ? standardNotices(skill) : commonNotices(skill)), ...textNotices(skill)];
}

function standardNotices({ path, fields }: InspectedSkill): Notice[] {
  return validateFields(fields, folderOf(path)).map(({ message, field = "" }) => ({
    code: "breaks-standard",
    severity: "warning",
    path,
    line: fields.get(field)?.line ?? 1,
    harnessMessage: message,
    data: { message },
  }));
}

function commonNotices({ path, fields }: InspectedSkill): Notice[] {
  const notices: Notice[] = [];
  const folder = folderOf(path);
  const name = pythonStrip(fieldText(fields, "name") ?? "");
  if (name && name.normalize("NFKC") !== folder.normalize("NFKC")) {
    const line = fields.get("name")?.line ?? 1;
    notices.push({ code: "name-differs", severity: "info", path, line, data: { name, folder } });
  }
  const description = fieldText(fields, "description") ?? "";
  if (isLonger(description, maxDescriptionLength)) {
    const line = fields.get("description")?.line ?? 1;
    const data = { length: pythonLength(description), limit: maxDescriptionLength };
    notices.push({ code: "description-too-long", severity: "warning", path, line, data });
  }
  return notices;
}

/** What stands in a file unseen, whether or not the file is a skill. */
export function textNotices({ path, text }: Pick<InspectedSkill, "path" | "text">): readonly Notice[] {
  const notices: Notice[] = [];
  if (text.startsWith("\ufeff")) notices.push({ code: "byte-order-mark", severity: "warning", path, line: 1 });
  const hidden = findHiddenText(text);
  if (hidden) {
    const { count, kinds, line } = hidden;
    notices.push({ code: "hidden-text", severity: "warning", path, line, data: { count, kinds: kinds.join(", ") } });
  }
  return notices;
}

function folderOf(path: string): string {
  return basename(dirname(path));
}
