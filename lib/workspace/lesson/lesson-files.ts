import type { Editing } from "#lib/editing/editing.ts";
import type { FileEdit } from "#lib/editing/write-files.ts";
import { parseLesson } from "#lib/lesson/parse-lesson.ts";
import type { KeptFile } from "#lib/lesson/progress.ts";
import { memoObject } from "#lib/memo.ts";
import { place } from "#lib/stage/place.ts";
import { isLink } from "#lib/state/file-content.ts";
import type { LessonTexts } from "#lib/state/lesson.ts";
import type { Mount } from "#lib/state/mount.ts";
import type { SliceState } from "#lib/state/slices.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { isSameBytes } from "#lib/vfs/bytes.ts";
import { exactText, type Files, readText } from "#lib/vfs/files.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { type Edits, editedBytes, snapshotEntry } from "#lib/vfs/snapshot.ts";

/** The lesson in these texts, parsed once. */
export const lessonIn = memoObject(({ text, id }: LessonTexts) => parseLesson(text, id));

export interface LessonFileNeeds {
  readonly tree: Tree;
  readonly editing: Editing;
}

/** The most characters of a learner's changes that are kept when a step is opened; of more, nothing is kept. */
const mostKept = 256 * 1024;

/** The mount that is a lesson's project. */
export function lessonMount({ mounts }: Pick<SliceState<"tree">, "mounts">): Mount | undefined {
  return mounts.find(({ lesson }) => lesson);
}

/** The learner's changes in the lesson's project so far; `undefined` where they are too much to keep. */
export function changedFiles(tree: Tree): readonly KeptFile[] | undefined {
  const changed = changedTexts(tree);
  const length = changed.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
  return length > mostKept ? undefined : changed;
}

/** The changed and removed files. One that is no text is left out: it could be neither kept nor put back as it was. */
function changedTexts(tree: Tree): readonly KeptFile[] {
  const mount = lessonMount(tree.state());
  const edits: Edits = mount ? tree.filesOf(mount.id).edits : new Map();
  return [...edits].flatMap(([path, edit]) => {
    const bytes = editedBytes(edit);
    const text = bytes && exactText(bytes);
    return text === undefined ? [] : [{ path: path.slice(1), text }];
  });
}

/** The files at these paths in their present state. */
export function filesNow(files: Files, paths: readonly string[]): readonly KeptFile[] {
  return paths.map((path) => ({ path, text: readText(files, joinPath(place.cwd, path)) ?? null }));
}

/**
 * Whether a write to an absolute path would land in the lesson's project, with links followed. A lesson writes nowhere
 * else: not in the home folder, not in another source.
 */
export function isOfProject(tree: Tree, path: string): boolean {
  const mount = lessonMount(tree.state());
  return mount !== undefined && tree.table().locate(path)?.mountId === mount.id;
}

export function tellOutside(file: string): string {
  return `${file} lies outside the lesson's project, so it stays as it is.`;
}

/** The edits that put files back as they were kept. */
export function editsTo(kept: readonly KeptFile[]): readonly FileEdit[] {
  const encoder = new TextEncoder();
  return kept.map(({ path, text }) => ({ path, bytes: text === null ? null : encoder.encode(text) }));
}

/**
 * Writes files of the project, as the learner's own changes, which the harness treats like any other change. Resolves
 * to a sentence where a file is left out because it would land elsewhere.
 * @param edits by paths relative to the project's folder
 */
export async function putFiles(needs: LessonFileNeeds, edits: readonly FileEdit[]): Promise<string | undefined> {
  const { tree } = needs;
  const { files } = tree.state();
  const all = edits.map(({ path, bytes }) => ({ path: joinPath(place.cwd, path), bytes }));
  const outside = all.find(({ path }) => !isOfProject(tree, path));
  const writes = all.filter((edit) => isOfProject(tree, edit.path) && !isMade(files, edit));
  await needs.editing.writeBytes(writes, { cause: "load" });
  return outside && tellOutside(outside.path);
}

/** Whether a file is as this edit makes it. */
function isMade(files: Files, { path, bytes }: FileEdit): boolean {
  if (bytes === null) return files.stat(path) === undefined;
  // Edits are no links, so a link is the source's.
  return bytes === "source-link" ? files.lstat(path)?.kind === "link" : isSameBytes(files.read(path), bytes);
}

/** Edits of the project's files by relative paths, and the edits that make each of these files again what it is now. */
export interface ResetEdits {
  readonly back: readonly FileEdit[];
  readonly again: readonly FileEdit[];
}

/** The edits that undo what has changed since a step was opened. */
export function resetEdits(tree: Tree, changedThen: readonly KeptFile[]): ResetEdits {
  const { files } = tree.state();
  const mount = lessonMount(tree.state());
  const base = mount && tree.filesOf(mount.id).base;
  const then = new Set(changedThen.map(({ path }) => path));
  const since = changedTexts(tree).filter(({ path }) => !then.has(path));
  const asSource = since.map(({ path }): FileEdit => {
    const entry = base && snapshotEntry(base, path);
    return { path, bytes: entry && isLink(entry) ? "source-link" : (entry?.bytes ?? null) };
  });
  const isNow = ({ path, bytes }: FileEdit) => isMade(files, { path: joinPath(place.cwd, path), bytes });
  const back = [...editsTo(changedThen), ...asSource].filter((edit) => !isNow(edit));
  const again = back.map(({ path }) => ({ path, bytes: files.read(joinPath(place.cwd, path)) ?? null }));
  return { back, again };
}

/** Makes the files again what they were before a reset. Resolves to a sentence where some stay, as they were edited since. */
export async function undoEdits(needs: LessonFileNeeds, { back, again }: ResetEdits): Promise<string | undefined> {
  const { files } = needs.tree.state();
  const isAsReset = back.map(({ path, bytes }) => isMade(files, { path: joinPath(place.cwd, path), bytes }));
  const said = await putFiles(
    needs,
    again.filter((_, index) => isAsReset[index]),
  );
  const edited = again.filter((_, index) => !isAsReset[index]).map(({ path }) => joinPath(place.cwd, path));
  if (edited.length === 0) return said;
  return edited.length === 1
    ? `${edited[0]} was edited after the reset, so it stays as it is.`
    : `${edited.length} files were edited after the reset, so they stay as they are.`;
}
