import { renderCatalog } from "#lib/harness/catalog/catalog.ts";
import { loadSession } from "#lib/harness/session.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { findSkillFile, parseStandard, plainFields, readProperties, validateSkill } from "#lib/skills/standard.ts";
import { universalNewlines } from "#lib/skills/text-rules.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { dirname, normalizePath } from "#lib/vfs/paths.ts";
import { realPath } from "#lib/vfs/resolve-link.ts";
import { catalogKeys } from "./describe-session.ts";
import type { Kinds, Run } from "./run.ts";

/** The commands of the standard's reference library on a folder: validate, parse, to-prompt. */
export function standardKinds(profile: Profile): Kinds {
  return {
    validate: ({ input, disk }) => ({ errors: validateSkill(disk.files(), normalizePath(input.skillDir)) }),
    parse: parseCase,
    catalog: (run) =>
      run.input.skillDirs.length > 0
        ? promptOf(profile, run.disk.files(), run.input.skillDirs)
        : foundPrompt(profile, run),
  };
}

function parseCase({ input, disk }: Run) {
  const text = skillText(disk.files(), normalizePath(input.skillDir));
  const skill = parseStandard(input.content ?? text ?? "");
  const read = readProperties(text === undefined ? skill : parseStandard(text));
  return {
    ...(skill.kind === "parsed" && { metadata: plainFields(skill.fields), body: skill.body }),
    ...(read.kind === "read" ? { properties: read.properties, error: null } : { error: read.message }),
  };
}

/** A case that names no folders is about the skills that the profile finds. */
function foundPrompt(profile: Profile, { input, disk }: Run) {
  const { text } = catalogKeys(profile, loadSession(profile, disk.files(), input), input);
  return { text, prompt: text };
}

/** Refuses the whole list if one skill cannot be read, as the library does. */
function promptOf(profile: Profile, files: Files, directories: readonly string[]) {
  const skills: Skill[] = [];
  for (const each of directories) {
    const directory = realPath(files, normalizePath(each));
    const location = findSkillFile(files, directory);
    if (location === undefined) return { error: `SKILL.md not found in ${directory}` };
    const read = readProperties(parseStandard(skillText(files, directory) ?? ""));
    if (read.kind === "refused") return { error: read.message };
    const { name, description } = read.properties;
    skills.push({ name, description, location, directory, root: dirname(directory) });
  }
  const states = new Map(skills.map(({ location }) => [location, "on" as const]));
  const place = { cwd: "/", home: "/" };
  return { prompt: renderCatalog(profile, { files, place, discovery: { skills }, states }).text };
}

function skillText(files: Files, directory: string): string | undefined {
  const path = findSkillFile(files, directory);
  const text = path && readText(files, path);
  return text === undefined ? undefined : universalNewlines(text);
}
