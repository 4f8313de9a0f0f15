import type { KeptFile } from "#lib/lesson/progress.ts";
import { place } from "#lib/stage/place.ts";
import { readText } from "#lib/vfs/files.ts";
import { joinPath } from "#lib/vfs/paths.ts";
import { editedBytes, snapshotEntry } from "#lib/vfs/snapshot.ts";
import type { Core } from "#lib/workspace/core.ts";
import { writeFiles } from "#lib/workspace/files/write-files.ts";
import { filesOf } from "#lib/workspace/sources/swap-files.ts";
import type { Mount } from "#lib/workspace/state/mount.ts";

/** Characters that are kept of what a learner has changed by the time a step is opened; of more, nothing is. */
const mostKept = 256 * 1024;

/** The mount that is a lesson's project. */
export function lessonMount({ store }: Core): Mount | undefined {
  return store.getState().mounts.find(({ lesson }) => lesson);
}

/** What a learner has changed in the lesson's project so far, as texts; nothing where that is too much to keep. */
export function changedFiles(core: Core): readonly KeptFile[] {
  const mount = lessonMount(core);
  const edits = mount ? filesOf(core, mount.id).edits : new Map();
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

/** The files at these paths as they are now. */
export function filesNow({ store }: Core, paths: readonly string[]): readonly KeptFile[] {
  const { files } = store.getState();
  return paths.map((path) => ({ path, text: readText(files, joinPath(place.cwd, path)) ?? null }));
}

/**
 * Whether what would be written at an absolute path lies in the lesson's project, links followed. A lesson writes nothing
 * else: not the home folder, not another source.
 */
export function isOfProject(core: Core, path: string): boolean {
  const mount = lessonMount(core);
  return mount !== undefined && core.table.locate(path)?.mountId === mount.id;
}

export function tellOutside(file: string): string {
  return `${file} lies outside the lesson's project, so it stays as it is.`;
}

/**
 * Writes files of the project, as the learner's own changes; the harness looks at them as at any other change. Resolves to
 * a sentence where one is left out because it would lie elsewhere.
 */
export async function putFiles(core: Core, kept: readonly KeptFile[]): Promise<string | undefined> {
  const { files } = core.store.getState();
  const all = kept.map(({ path, text }) => ({ path: joinPath(place.cwd, path), text }));
  const outside = all.find(({ path }) => !isOfProject(core, path));
  const writes = all.filter(({ path, text }) => isOfProject(core, path) && (readText(files, path) ?? null) !== text);
  await writeFiles(core, writes, "load");
  return outside && tellOutside(outside.path);
}

/** The files that differ from how they were when a step was opened, as they were then. */
export function filesBefore(core: Core, changedThen: readonly KeptFile[]): readonly KeptFile[] {
  const mount = lessonMount(core);
  if (!mount) return [];
  const { base } = filesOf(core, mount.id);
  const then = new Map(changedThen.map(({ path, text }) => [path, text]));
  const paths = new Set([...then.keys(), ...changedFiles(core).map(({ path }) => path)]);
  return [...paths].map((path) => {
    if (then.has(path)) return { path, text: then.get(path) ?? null };
    const entry = snapshotEntry(base, path);
    return { path, text: entry ? new TextDecoder().decode(entry.bytes) : null };
  });
}
