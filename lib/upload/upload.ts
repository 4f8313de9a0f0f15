import { FailureError } from "#lib/failure.ts";
import { createSnapshot, type SnapshotEntry, snapshotEntries } from "#lib/vfs/snapshot.ts";
import { createSnapshotGate, type SnapshotWarning } from "#lib/vfs/snapshot-gate.ts";
import { readArchive } from "./archive.ts";
import { type ReadUpload, readPicked } from "./folder.ts";
import { isArchiveName, type PickedFile } from "./pick.ts";
import type { ReadOptions } from "./read-entries.ts";
import { skillFolderName } from "./text.ts";

export interface MixedUpload extends ReadUpload {
  /** The one skill that was given without its folder. */
  readonly skill?: string;
}

/**
 * Reads everything that a person chose or dropped at once. Archives are unpacked, each into a folder of its own where
 * there is anything beside it; an archive inside a chosen folder stays a file. A SKILL.md given without its folder gets
 * one with the skill's name, since harnesses identify a skill by its folder; files given along with it go there, too. A
 * single zip archive or folder may be used before it is completely read. Throws the failures of `readArchive` and
 * `readPicked`.
 */
export async function readUpload(files: readonly PickedFile[], given: ReadOptions = {}): Promise<MixedUpload> {
  const archives = files.filter(({ path }) => isLone(path) && isArchiveName(path));
  const [only] = archives;
  if (only && files.length === 1) return readArchive(only.path, only.file, given);
  const others = await placeLoneSkills(files.filter((file) => !archives.includes(file)));
  const { tell: _, ...whole } = given;
  const options = others.isPlaced || archives.length > 0 ? whole : given;
  const read = () => readPicked(others.files, { ...options, keepsFolder: others.isPlaced || archives.length > 0 });
  if (archives.length === 0) return { ...(await read()), ...(others.skill !== undefined && { skill: others.skill }) };
  const parts = createParts(others.files);
  for (const { path, file } of archives) {
    const upload = await readArchive(path, file, options);
    parts.add(upload, parts.freeName(upload.name));
  }
  if (others.files.length > 0) parts.add(await read());
  return parts.whole();
}

/** Whether a file was given by itself, not in a folder. */
function isLone(path: string): boolean {
  return !path.includes("/");
}

interface PlacedFiles {
  readonly files: readonly PickedFile[];
  /** Whether a SKILL.md was put into a folder. */
  readonly isPlaced: boolean;
  /** The skill's name, where there is exactly one. */
  readonly skill?: string;
}

/**
 * Puts each SKILL.md that was given without a folder into one; if there is only one, the other files go there as well.
 */
async function placeLoneSkills(files: readonly PickedFile[]): Promise<PlacedFiles> {
  const lone = files.filter(({ path }) => path.toLowerCase() === "skill.md");
  const names = await Promise.all(lone.map(nameOf));
  const [skill = "skill"] = names;
  if (lone.length === 0) return { files, isPlaced: false };
  if (lone.length === 1) {
    return { files: files.map((file) => ({ ...file, path: `${skill}/${file.path}` })), isPlaced: true, skill };
  }
  const freeName = createNames(files);
  const folders = names.map(freeName);
  const placed = files.map((file) => {
    const folder = folders[lone.indexOf(file)];
    return folder === undefined ? file : { ...file, path: `${folder}/${file.path}` };
  });
  return { files: placed, isPlaced: true };
}

/** Bytes of a SKILL.md that are searched for its name. */
const headSize = 64 * 1024;

async function nameOf({ path, file }: PickedFile): Promise<string> {
  try {
    return skillFolderName(await file.slice(0, headSize).text()) ?? "skill";
  } catch (caught) {
    if (!(caught instanceof DOMException)) throw caught;
    throw new FailureError({ code: "upload-unreadable", path }, { cause: caught });
  }
}

/**
 * Joins uploads into one; together they are held to the limits of a single upload. `beside`: files whose names are
 * taken.
 */
function createParts(beside: readonly PickedFile[]) {
  const gate = createSnapshotGate();
  const entries: SnapshotEntry[] = [];
  const leftOut: SnapshotWarning[] = [];
  return {
    freeName: createNames(beside),
    /** Throws the gate's failures, as soon as a part exceeds a limit. */
    add({ snapshot, warnings }: ReadUpload, folder?: string): void {
      const placed = (path: string) => (folder === undefined ? path : `${folder}/${path}`);
      for (const entry of snapshotEntries(snapshot)) {
        const path = placed(entry.path);
        gate.admit(path, entry.bytes.length);
        entries.push({ ...entry, path });
      }
      for (const warning of warnings) {
        if (warning.kind === "file-left-out") leftOut.push({ ...warning, path: placed(warning.path) });
      }
    },
    whole: (): ReadUpload => ({
      name: "upload",
      snapshot: createSnapshot(entries),
      warnings: [...leftOut, ...gate.warnings()],
    }),
  };
}

/** Returns each requested name unchanged once, then with a number; names of the top folders in `beside` are taken. */
function createNames(beside: readonly PickedFile[]): (name: string) => string {
  const taken = new Set(beside.map(({ path }) => path.split("/", 1)[0]?.toLowerCase()));
  return (name) => {
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}-${number}`;
    taken.add(free.toLowerCase());
    return free;
  };
}
