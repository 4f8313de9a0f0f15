import { readSkill } from "#lib/harness/discovery/read-skill.ts";
import type { Inquiry } from "#lib/harness/explain/inquiry.ts";
import { dirname, joinPath, relativePath } from "#lib/vfs/paths.ts";
import { prependFrontmatter, setField } from "./edit-fields.ts";
import { freeName, freeWord, skillWord } from "./free-name.ts";
import { filesOfSkill } from "./move-fixes.ts";
import { type QuickFix, withWrites, writing } from "./quick-fix.ts";

/** Another name in the frontmatter, which no loaded skill has. */
export function renameSkill(inquiry: Inquiry): readonly QuickFix[] {
  const { checked, read, location } = inquiry;
  if (checked.text === undefined) return [];
  const name = freeName(inquiry);
  const text = named(checked.text, name);
  const renamed = readAs(inquiry, text)?.name;
  if (renamed === undefined || renamed === read.candidate.skill?.name || isTaken(inquiry, renamed)) return [];
  return [writing(`Name it ${name}`, location, text)];
}

function named(text: string, name: string): string {
  return /^---/.test(text) ? setField(text, "name", name) : prependFrontmatter(text.replace(/^\ufeff/, ""), { name });
}

function readAs({ profile, session, location, placement: { root } }: Inquiry, text: string) {
  const namespace = root?.namespace;
  const file = { location, root: root?.label ?? "", ...(namespace !== undefined && { namespace }) };
  return readSkill(profile, withWrites(session.files, [{ path: location, text }]), file).candidate.skill;
}

function isTaken({ session, location }: Inquiry, name: string): boolean {
  return session.discovery.skills.some((skill) => skill.name === name && skill.location !== location);
}

/** The folder's name in the frontmatter too. */
export function nameLikeFolder({ checked, location, folder }: Inquiry): readonly QuickFix[] {
  const isValid = skillWord(folder) === folder && checked.kind === "checked" && checked.frontmatter.kind === "read";
  if (!isValid) return [];
  const text = setField(checked.text, "name", folder);
  return text === checked.text ? [] : [writing(`Name it ${folder}`, location, text)];
}

/** Another name for the folder; in the frontmatter too, where that name is taken as well. */
export function renameFolder(inquiry: Inquiry): readonly QuickFix[] {
  const { session, location, folder, checked, read } = inquiry;
  const directory = dirname(location);
  const taken = new Set(session.discovery.candidates.map((candidate) => candidate.folder));
  const isFree = (word: string) => !taken.has(word) && !session.files.lstat(joinPath(dirname(directory), word));
  const name = freeWord(folder, (word) => !isFree(word));
  const target = joinPath(dirname(directory), name);
  const moves = filesOfSkill(inquiry)?.map((from) => ({ from, to: joinPath(target, relativePath(directory, from)) }));
  if (!moves) return [];
  const isNameTaken = read.candidate.skill !== undefined && isTaken(inquiry, read.candidate.skill.name);
  const text = isNameTaken && checked.text !== undefined ? named(checked.text, name) : undefined;
  const writes = text === undefined ? [] : [{ path: joinPath(target, relativePath(directory, location)), text }];
  return [{ label: `Rename the folder to ${name}`, moves, writes }];
}
