import { createHash } from "node:crypto";
import { z } from "zod";
import { basename, compareBytes, dirname } from "#lib/vfs/paths.ts";
import { type Snapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";

/** The file by which the skills CLI (`npx skills`) knows what is installed in a project. */
export const lockFile = "skills-lock.json";

/** What it says of one skill; what is not named here is kept. */
const lockedSkill = z.looseObject({
  source: z.string(),
  sourceType: z.string(),
  /** SHA-256 over the path and then the bytes of each file of the skill's folder. */
  computedHash: z.string(),
  sourceUrl: z.string().optional(),
  ref: z.string().optional(),
  skillPath: z.string().optional(),
});
export const lockShape = z.looseObject({ version: z.literal(1), skills: z.record(z.string(), lockedSkill) });

export type SkillsLock = z.infer<typeof lockShape>;

/** A skill as it lies in a folder. */
export interface FoundSkill {
  /** Its folder's name, which is what the skills CLI calls it. */
  readonly name: string;
  /** Path of its folder, from the root of what was read, without a slash before it. */
  readonly folder: string;
  /**
   * Its hash as the skills CLI of an English machine computes it, and, where another order of the files makes another, in byte
   * order: that program sorts by the machine's locale, so a lock may have been written with either.
   */
  readonly hashes: readonly string[];
}

/** Every skill of a tree with its hash: the folders with a SKILL.md, in byte order. */
export function skillsIn(snapshot: Snapshot): readonly FoundSkill[] {
  const files = [...snapshotEntries(snapshot)].filter(({ mode }) => mode !== snapshotMode.link);
  const folders = files.filter(({ path }) => basename(path) === "SKILL.md").map(({ path }) => dirname(`/${path}`));
  return folders.toSorted(compareBytes).map((folder) => {
    const start = folder === "/" ? "" : `${folder.slice(1)}/`;
    const own = files.flatMap(({ path, bytes }) =>
      path.startsWith(start) ? [{ path: path.slice(start.length), bytes }] : [],
    );
    const orders = [english.compare, compareBytes];
    const hashes = orders.map((order) => hashOf(own.toSorted((a, b) => order(a.path, b.path))));
    return { name: basename(folder), folder: folder.slice(1), hashes: [...new Set(hashes)] };
  });
}

const english = new Intl.Collator("en");

function hashOf(files: readonly { readonly path: string; readonly bytes: Uint8Array }[]): string {
  const hash = createHash("sha256");
  for (const { path, bytes } of files) hash.update(path).update(bytes);
  return hash.digest("hex");
}

export type LockState = "same" | "changed" | "missing" | "unlocked";

export interface LockedState {
  readonly name: string;
  readonly state: LockState;
  /** Where it lies, or should. */
  readonly folder?: string;
}

/**
 * Where the skills CLI puts what it installs, the first first. A skill of another folder is asked for only where no skill of its
 * name lies in one of these.
 */
const installs = [".agents/skills", ".claude/skills"];

/** What of a lock still holds: each of its skills, then the installed ones that it does not name. */
export function verifyLock({ skills }: SkillsLock, found: readonly FoundSkill[]): readonly LockedState[] {
  const locked = Object.keys(skills).toSorted(compareBytes);
  const named = locked.map((name): LockedState => {
    const own = placedSkill(found, name);
    if (!own) return { name, state: "missing" };
    const isSame = own.hashes.includes(skills[name]?.computedHash ?? "");
    return { name, state: isSame ? "same" : "changed", folder: own.folder };
  });
  const known = new Set(locked);
  const others = found.filter(({ name, folder }) => !known.has(name) && installs.includes(parentOf(folder)));
  return [...named, ...others.map(({ name, folder }): LockedState => ({ name, state: "unlocked", folder }))];
}

/** A lock of these skills: what an earlier one says of their sources is kept, and of a skill that it names no more nothing. */
export function lockOf(found: readonly FoundSkill[], before: SkillsLock | undefined): SkillsLock {
  const names = [...new Set(found.map(({ name }) => name))].toSorted(compareBytes);
  const skills = names.flatMap((name) => {
    const own = placedSkill(found, name);
    if (!own) return [];
    const known = before?.skills[name] ?? { source: `./${own.folder}`, sourceType: "local" };
    const isSame = before && own.hashes.includes(before.skills[name]?.computedHash ?? "");
    const [computedHash = ""] = own.hashes;
    return [[name, isSame ? known : { ...known, computedHash }] as const];
  });
  return { ...before, version: 1, skills: Object.fromEntries(skills) as SkillsLock["skills"] };
}

function placedSkill(found: readonly FoundSkill[], name: string): FoundSkill | undefined {
  const own = found.filter((skill) => skill.name === name);
  return own.find(({ folder }) => installs.includes(parentOf(folder))) ?? own[0];
}

function parentOf(folder: string): string {
  return dirname(`/${folder}`).slice(1);
}
