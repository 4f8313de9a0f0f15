import { type Files, readText, walkFiles } from "#lib/vfs/files.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { fieldText } from "./frontmatter.ts";
import { parseStandard, validateFields } from "./standard.ts";
import { pythonStrip, universalNewlines } from "./text-rules.ts";

/** Most bytes of all files of an uploaded skill (Claude's Skills API: "Total upload size must be under 30 MB"). */
const mostBytes = 30 * 1024 * 1024;

/**
 * Why a site that accepts `.skill` files would refuse this skill, in sentences; empty if it would not. Includes the open standard's rules,
 * and those of the packer of anthropics/skills (`quick_validate.py`) and of Claude's Skills API. `location`: path of the SKILL.md;
 * `folder`: the name of its folder in the archive.
 */
export function uploadObjections(files: Files, location: string, folder: string): readonly string[] {
  const text = readText(files, location);
  if (text === undefined) return ["Its SKILL.md cannot be read."];
  const named = basename(location) === "SKILL.md" ? [] : [`Its file is called ${basename(location)}, not SKILL.md.`];
  const skill = parseStandard(universalNewlines(text));
  if (skill.kind === "refused") return [...named, ended(skill.message)];
  const { fields } = skill;
  const standard = validateFields(fields, folder).map(({ message }) => ended(message));
  const name = pythonStrip(fieldText(fields, "name") ?? "");
  const description = fieldText(fields, "description") ?? "";
  return [
    ...named,
    ...standard,
    ...(/[^a-z0-9-]/.test(name.toLowerCase())
      ? ["A name may hold small letters a to z, digits and hyphens only."]
      : []),
    ...(/anthropic|claude/.test(name)
      ? ["A name may not hold the words “anthropic” or “claude”, which are reserved."]
      : []),
    ...(/[<>]/.test(description) ? ["A description may not hold < or >."] : []),
    ...sizeObjection(files, dirname(location)),
  ];
}

function sizeObjection(files: Files, folder: string): string[] {
  let bytes = 0;
  for (const { path, kind } of walkFiles(files, folder)) if (kind === "file") bytes += files.stat(path)?.size ?? 0;
  return bytes > mostBytes ? ["Its files are larger than 30 MB together."] : [];
}

function ended(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
