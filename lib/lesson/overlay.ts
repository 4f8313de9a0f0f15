import {
  createSnapshot,
  joinSnapshots,
  type Snapshot,
  type SnapshotEntry,
  snapshotEntries,
  snapshotMode,
} from "#lib/vfs/snapshot.ts";
import { type Lesson, lessonLimits } from "./lesson.ts";
import { workshopFile } from "./parse-workshop.ts";
import type { Fault } from "./read-yaml.ts";

/** One file of a solution, with its whole text. */
export interface SolutionFile {
  /** Relative to the project's folder. */
  readonly path: string;
  readonly text: string;
}

/** The files of a workshop outside of its lessons: the project of a lesson without a source of its own. */
export function ownProject(workshop: Snapshot): Snapshot {
  return filtered(workshop, (path) => (path.startsWith("lessons/") || path === workshopFile ? undefined : path));
}

/**
 * The project that a lesson begins with: the files of its source, or only the skills it asks for in the folder `skillRoot`, with its
 * `seed/` laid over them.
 */
export function seedProject(workshop: Snapshot, lesson: Lesson, source: Snapshot, skillRoot: string): Snapshot {
  const base = lesson.skills ? chosenSkills(source, new Set(lesson.skills), skillRoot) : source;
  return joinSnapshots(base, folderOf(workshop, `lessons/${lesson.id}/seed/`));
}

/** The files of a lesson's `solution/`. A file that is not text, or exceeds the limit, is a fault. */
export function solutionFiles(workshop: Snapshot, id: string): { files: readonly SolutionFile[]; faults: Fault[] } {
  const folder = `lessons/${id}/solution/`;
  const faults: Fault[] = [];
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let size = 0;
  const files = [...snapshotEntries(folderOf(workshop, folder))].flatMap(({ path, mode, bytes }) => {
    size += bytes.length;
    const objection =
      size > lessonLimits.solution ? "Together they are larger than a solution may be" : unlessFile(mode);
    const text = objection === undefined ? textOf(decoder, bytes) : undefined;
    if (text !== undefined) return [{ path, text }];
    faults.push({
      file: folder + path,
      line: 1,
      message: objection ?? "It is not text, so it cannot be shown as a solution",
    });
    return [];
  });
  return { files, faults };
}

function unlessFile(mode: SnapshotEntry["mode"]): string | undefined {
  return mode === snapshotMode.link ? "Links are not followed in a solution" : undefined;
}

function textOf(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch (caught) {
    if (caught instanceof TypeError) return undefined;
    throw caught;
  }
}

/**
 * The folders of these skills, wherever they lie in the source, side by side in one folder. Of several with one name the first in the source's
 * order: mixed, they would be no skill of anybody's.
 */
function chosenSkills(source: Snapshot, names: ReadonlySet<string>, root: string): Snapshot {
  const folders = new Map<string, string>();
  for (const { path } of snapshotEntries(source)) {
    const [, folder, name = ""] = /^((?:.*\/)?([^/]+)\/)SKILL\.md$/.exec(path) ?? [];
    if (folder !== undefined && names.has(name) && !folders.has(name)) folders.set(name, folder);
  }
  return filtered(source, (path) => {
    const [name, folder = ""] = [...folders].find(([, each]) => path.startsWith(each)) ?? [];
    return name && `${root}/${name}/${path.slice(folder.length)}`;
  });
}

function folderOf(snapshot: Snapshot, folder: string): Snapshot {
  return filtered(snapshot, (path) => (path.startsWith(folder) ? path.slice(folder.length) : undefined));
}

/** The files for which `place` returns a path, moved to that path. */
function filtered(snapshot: Snapshot, place: (path: string) => string | undefined): Snapshot {
  const entries = [...snapshotEntries(snapshot)].flatMap(({ path, ...rest }) => {
    const at = place(path);
    return at === undefined || at === "" ? [] : [{ ...rest, path: at }];
  });
  return createSnapshot(new Map(entries.map((entry) => [entry.path, entry])).values());
}
