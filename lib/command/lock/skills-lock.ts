import { createHash } from "node:crypto";
import { z } from "zod";
import { basename, compareBytes, dirname } from "#lib/vfs/paths.ts";
import { type Snapshot, snapshotEntries, snapshotMode } from "#lib/vfs/snapshot.ts";

/** The file in which the skills CLI (`npx skills`) records what is installed in a project. */
export const lockFile = "skills-lock.json";

/** The lock's entry for a skill; members not listed here are kept. */
const lockedSkill = z.looseObject({
  source: z.string(),
  sourceType: z.string(),
  /** SHA-256 over the path and then the bytes of each file in the skill's folder. */
  computedHash: z.string(),
  sourceUrl: z.string().optional(),
  ref: z.string().optional(),
  skillPath: z.string().optional(),
});
export const lockShape = z.looseObject({ version: z.literal(1), skills: z.record(z.string(), lockedSkill) });

export type SkillsLock = z.infer<typeof lockShape>;

/** A skill found in a folder. */
export interface FoundSkill {
  /** Name of its folder, which the skills CLI uses as the skill's name. */
  readonly name: string;
  /** Path of its folder, relative to the root that was read, without a leading slash. */
  readonly folder: string;
  /**
   * The hash that the skills CLI computes on an English machine and, if it differs, the hash in byte order: that program sorts files by the
   * machine's locale, so a lock may contain either.
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
  /** Where the skill is, or should be. */
  readonly folder?: string;
}

/**
 * The folders into which the skills CLI installs, most preferred first. A skill in another folder counts only if none of its name is in one
 * of these.
 */
const installs = [".agents/skills", ".claude/skills"];

/** Verifies a lock: the state of each of its skills, then the installed skills that it does not list. */
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

/** A lock of these skills. Keeps what an earlier lock says of their sources, and drops skills that are gone. */
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
