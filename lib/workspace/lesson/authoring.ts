import { finish } from "#lib/async/steps.ts";
import { fetchWhole } from "#lib/fetching/fetch-source.ts";
import type { Incoming } from "#lib/fetching/incoming.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { parseLesson } from "#lib/lesson/parse-lesson.ts";
import { parseWorkshop, workshopFile } from "#lib/lesson/parse-workshop.ts";
import { lessonText, type Recording, workshopText } from "#lib/lesson/record-lesson.ts";
import { place } from "#lib/stage/place.ts";
import { plannedSkills } from "#lib/stage/place-plugins.ts";
import { installOf } from "#lib/stage/placement.ts";
import { type Mount, pinnedSource } from "#lib/state/mount.ts";
import type { LiveMount } from "#lib/state/source.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { type WriteOptions, writeZip } from "#lib/upload/write-zip.ts";
import { basename, dirname, isInside, relativePath } from "#lib/vfs/paths.ts";
import {
  createSnapshot,
  editedBytes,
  type Snapshot,
  type SnapshotEntry,
  snapshotEntries,
  snapshotEntry,
  snapshotMode,
  snapshotPaths,
  snapshotText,
  textEntry,
} from "#lib/vfs/snapshot.ts";
import type { Harness } from "#lib/view/harness.ts";
import type { Chat } from "#lib/workspace/conversation/chat.ts";
import { happeningsIn } from "./happenings.ts";
import { type LintedWorkshop, type LintOptions, lintWorkshop } from "./lint-workshop.ts";

export interface AuthoringNeeds {
  readonly keeping: Keeping;
  readonly tree: Tree;
  readonly harness: Harness;
  /** The folders of the person's disk that mounts follow. */
  readonly folders: { of(mountId: string): LiveMount | undefined };
  readonly chat: Chat;
  readonly closed: AbortSignal;
}

/** A mount that is a workshop, as its author sees it: the lessons, and their texts. */
export interface AuthoredWorkshop {
  readonly title: string;
  readonly lessons: readonly { readonly id: string; readonly title: string }[];
}

export function authoredWorkshop(needs: AuthoringNeeds, mountId: string): AuthoredWorkshop | undefined {
  const snapshot = treeOf(needs, mountId);
  if (!snapshot) return undefined;
  const { workshop } = parseWorkshop(snapshotText(snapshot, workshopFile), snapshotPaths(snapshot));
  const lessons = workshop.lessons.map((id) => {
    const { lesson } = parseLesson(snapshotText(snapshot, `lessons/${id}/lesson.md`) ?? "", id);
    return { id, title: lesson.title };
  });
  return { title: workshop.title, lessons };
}

/**
 * Tries every lesson of a mount in its present state. Rejects with `cancelled`; `undefined` where the mount is gone.
 */
export async function lintMount(
  needs: AuthoringNeeds,
  mountId: string,
  options: Pick<LintOptions, "signal" | "onProgress">,
): Promise<LintedWorkshop | undefined> {
  const snapshot = treeOf(needs, mountId);
  if (!snapshot) return undefined;
  const signal = AbortSignal.any([options.signal, needs.closed]);
  const fetching = { signal, onProgress: () => undefined };
  return lintWorkshop(snapshot, needs.tree.mountOf(mountId)?.label ?? "", {
    ...options,
    signal,
    fetchOther: async (source) => (await fetchWhole(source, fetching)).snapshot,
  });
}

/**
 * A lesson of a mount, to be opened as learners would get it; it follows the folder on the disk where the mount does.
 */
export function lessonIncoming(needs: AuthoringNeeds, mountId: string, lesson: string): Incoming | undefined {
  const snapshot = treeOf(needs, mountId);
  const name = needs.tree.mountOf(mountId)?.label;
  const folder = needs.folders.of(mountId)?.folder;
  return snapshot && name !== undefined
    ? { kind: "workshop", name, lesson, snapshot, ...(folder && { folder }) }
    : undefined;
}

/**
 * A workshop in its present state, as a zip archive for a repository; `undefined` where the mount is gone. Throws
 * `too-many-files` and `cancelled`.
 */
export async function saveWorkshop(
  needs: AuthoringNeeds,
  mountId: string,
  options: WriteOptions = {},
): Promise<File | undefined> {
  const snapshot = treeOf(needs, mountId);
  if (!snapshot) return undefined;
  return new File([await writeZip([...snapshotEntries(snapshot)], options)], "workshop.zip", {
    type: "application/zip",
  });
}

/** The current files of a mount, including the person's changes. */
function treeOf(needs: AuthoringNeeds, mountId: string): Snapshot | undefined {
  const volume = needs.tree.grown(mountId)?.volume;
  if (!volume) return undefined;
  return createSnapshot(
    [...volume.paths()].flatMap((path): SnapshotEntry[] => {
      const stat = volume.lstat(path);
      if (stat?.kind === "link") {
        return [{ path: path.slice(1), mode: snapshotMode.link, bytes: new TextEncoder().encode(stat.target) }];
      }
      const bytes = volume.read(path);
      const mode = stat?.executable ? snapshotMode.executable : snapshotMode.file;
      return bytes ? [{ path: path.slice(1), mode, bytes }] : [];
    }),
  );
}

/** The largest project, in bytes, that is included as a lesson's seed; of a larger one only the changed files are. */
const largestSeed = 2 * 1024 * 1024;

/** A workshop that was just created, to be opened as its author has it, with the file to show first. */
export interface MadeLesson {
  readonly incoming: Incoming;
  /** Path in the workshop. */
  readonly shows: string;
}

/**
 * Creates a workshop of one lesson from what was done here: the conversation becomes steps, the changed files the
 * solution. A source with an address stays a source, anything else becomes the seed.
 */
export function makeLesson(needs: AuthoringNeeds): MadeLesson {
  const folder = "lessons/01-lesson";
  const files = lessonEntries(needs, folder).map(({ path, bytes }) => ({
    path: `workshop/${path}`,
    file: new Blob([bytes as Uint8Array<ArrayBuffer>]),
  }));
  return { incoming: { kind: "upload", name: "workshop", files }, shows: `${folder}/lesson.md` };
}

function lessonEntries(needs: AuthoringNeeds, folder: string): readonly SnapshotEntry[] {
  const recording = recordingOf(needs, "New lesson");
  const project = projectOf(needs);
  const isSeeded = recording.source === undefined && project !== undefined;
  return [
    textEntry("workshop.yaml", workshopText(recording)),
    textEntry(`${folder}/lesson.md`, lessonText(recording)),
    ...(isSeeded
      ? [...seedEntries(needs, project)].map((entry) => ({ ...entry, path: `${folder}/seed/${entry.path}` }))
      : []),
    ...solutionEntries(needs).map((entry) => ({ ...entry, path: `${folder}/solution/${entry.path}` })),
  ];
}

/** The mount that the lesson is made from: the project, or else the first. */
function projectOf(needs: AuthoringNeeds): Mount | undefined {
  const { mounts } = needs.tree.state();
  return mounts.find((mount) => mount.as === "project") ?? mounts[0];
}

function* seedEntries(needs: AuthoringNeeds, { id }: Mount): Generator<SnapshotEntry> {
  const { base, edits } = needs.tree.filesOf(id);
  const isSmall = base.bytes.length <= largestSeed;
  for (const entry of snapshotEntries(base)) if (isSmall || edits.has(`/${entry.path}`)) yield entry;
}

function recordingOf(needs: AuthoringNeeds, title: string): Recording {
  const { conversation } = needs.chat.state();
  const { view } = needs.harness.state();
  const project = projectOf(needs);
  const source = project && pinnedSource(project);
  const happened = happeningsIn(conversation.messages, view.discovery.skills).map(({ what }) =>
    what.kind === "read" || what.kind === "ran" ? { ...what, path: shortened(what.path) } : what,
  );
  return {
    title,
    profile: needs.harness.profile().id,
    happened,
    changed: solutionEntries(needs).map(({ path }) => path),
    ...(source?.kind === "git" && { source: `${source.url}.git#${source.ref}`, ...skillsOf(needs, project) }),
  };
}

/** The folder names of installed skills, a few of them; empty for a source that is the project itself. */
function skillsOf(needs: AuthoringNeeds, mount: Mount | undefined): Pick<Recording, "skills"> {
  const tree = mount && needs.tree.grown(mount.id);
  if (!tree || mount.as === "project") return {};
  const skills = plannedSkills(finish(installOf(needs.harness.profile(), mount, tree)));
  const names = skills.map((path) => basename(dirname(path)));
  return { skills: [...new Set(names)].slice(0, 30) };
}

function shortened(path: string): string {
  return isInside(place.cwd, path) ? relativePath(place.cwd, path) : path;
}

/** Every changed or added file below the project's folder, in its present state. */
function solutionEntries(needs: AuthoringNeeds): readonly SnapshotEntry[] {
  const { files } = needs.tree.state();
  return [...(needs.keeping.contents()?.mounts ?? [])].flatMap(([mountId, { edits, base }]) =>
    [...edits].flatMap(([path, edit]): SnapshotEntry[] => {
      const bytes = editedBytes(edit);
      const seen = files.seenAt({ mountId, path });
      const isSame = bytes && snapshotEntry(base, path.slice(1))?.bytes === bytes;
      if (!bytes || isSame || seen === undefined || !isInside(place.cwd, seen)) return [];
      return [{ path: relativePath(place.cwd, seen), mode: snapshotMode.file, bytes }];
    }),
  );
}
