import type { Editing } from "#lib/editing/editing.ts";
import { parseLesson } from "#lib/lesson/parse-lesson.ts";
import type { KeptFile } from "#lib/lesson/progress.ts";
import { memoObject } from "#lib/memo.ts";
import { place } from "#lib/stage/place.ts";
import type { LessonTexts } from "#lib/state/lesson.ts";
import type { Mount } from "#lib/state/mount.ts";
import type { SliceState } from "#lib/state/slices.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { editedBytes, snapshotText } from "#lib/vfs/snapshot.ts";

/** The lesson in these texts, parsed once. */
export const lessonIn = memoObject(({ text, id }: LessonTexts) => parseLesson(text, id));

export interface LessonFileNeeds {
  readonly tree: Tree;
  readonly editing: Editing;
}

/** The most characters that are kept of a learner's changes when a step is opened; of more, nothing is kept. */
const mostKept = 256 * 1024;

/** The mount that is a lesson's project. */
export function lessonMount({ mounts }: Pick<SliceState<"tree">, "mounts">): Mount | undefined {
  return mounts.find(({ lesson }) => lesson);
}

/** The learner's changes in the lesson's project so far, as texts; empty where that is too much to keep. */
export function changedFiles(tree: Tree): readonly KeptFile[] {
  const mount = lessonMount(tree.state());
  const edits = mount ? tree.filesOf(mount.id).edits : new Map();
  const decoder = new TextDecoder();
  let length = 0;
  const kept = [...edits].map(([path, edit]): KeptFile => {
    const bytes = editedBytes(edit);
    const text = bytes && decoder.decode(bytes);
    length += text?.length ?? 0;
    return { path: path.slice(1), text };
  });
  return length > mostKept ? [] : kept;
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

/**
 * Writes files of the project, as the learner's own changes, which the harness treats like any other change. Resolves
 * to a sentence where a file is left out because it would land elsewhere.
 */
export async function putFiles(needs: LessonFileNeeds, kept: readonly KeptFile[]): Promise<string | undefined> {
  const { tree } = needs;
  const { files } = tree.state();
  const all = kept.map(({ path, text }) => ({ path: joinPath(place.cwd, path), text }));
  const outside = all.find(({ path }) => !isOfProject(tree, path));
  const writes = all.filter(({ path, text }) => isOfProject(tree, path) && (readText(files, path) ?? null) !== text);
  await needs.editing.write(writes, "load");
  return outside && tellOutside(outside.path);
}

/** The files that have changed since a step was opened, in their state at that time. */
export function filesBefore(tree: Tree, changedThen: readonly KeptFile[]): readonly KeptFile[] {
  const mount = lessonMount(tree.state());
  if (!mount) return [];
  const { base } = tree.filesOf(mount.id);
  const then = new Map(changedThen.map(({ path, text }) => [path, text]));
  const paths = new Set([...then.keys(), ...changedFiles(tree).map(({ path }) => path)]);
  return [...paths].map((path) => {
    if (then.has(path)) return { path, text: then.get(path) ?? null };
    return { path, text: snapshotText(base, path) ?? null };
  });
}
