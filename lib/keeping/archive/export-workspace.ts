import type { Branches, ConversationHead } from "#lib/chat/conversations/conversation.ts";
import { type ConversationFile, conversationFile } from "#lib/chat/conversations/conversation-file.ts";
import { readStoredHead } from "#lib/chat/conversations/stored-conversation.ts";
import { FailureError } from "#lib/failure.ts";
import { ownMountId } from "#lib/stage/placement.ts";
import { isUnverified, type Mount } from "#lib/state/mount.ts";
import type { WorkspaceContents } from "#lib/storage/storage-shapes.ts";
import { type WriteOptions, writeZip } from "#lib/upload/write-zip.ts";
import {
  type Edits,
  editedBytes,
  isExecutableEdit,
  type SnapshotEntry,
  snapshotEntries,
  snapshotMode,
} from "#lib/vfs/snapshot.ts";
import type { StoredState } from "../contents.ts";
import { fileEnding, fileFormat, fileLimits, fileNames, fileVersion, type Manifest } from "./workspace-file.ts";

/**
 * A whole workspace as one file for keeping or passing on: a zip archive of its manifest, the files of every source,
 * the changes to them, the workspace's own files and its conversations. Keys are never part of it. Throws `too-large`,
 * `too-many-files` and `cancelled`.
 */
export async function exportWorkspace(contents: WorkspaceContents, options: WriteOptions = {}): Promise<File> {
  const entries = [...entriesOf(contents)];
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes.length, 0);
  if (bytes > fileLimits.bytes) throw new FailureError({ code: "too-large", limit: fileLimits.bytes });
  if (entries.length > fileLimits.files) throw new FailureError({ code: "too-many-files", limit: fileLimits.files });
  return new File([await writeZip(entries, options)], fileName(contents.workspace.title), { type: "application/zip" });
}

function* entriesOf(contents: WorkspaceContents): Generator<SnapshotEntry, void> {
  yield jsonEntry(fileNames.manifest, manifestOf(contents));
  for (const [index, conversation] of conversationsOf(contents).entries()) {
    yield jsonEntry(fileNames.conversations(index + 1), conversation);
  }
  for (const [index, { id }] of contents.workspace.mounts.entries()) {
    const mount = contents.mounts.get(id);
    if (!mount) continue;
    for (const entry of snapshotEntries(mount.base)) {
      yield { ...entry, path: `${fileNames.files(index + 1)}${entry.path}` };
    }
    yield* changedEntries(fileNames.changes(index + 1), mount.edits);
  }
  yield* changedEntries(fileNames.own, ownEdits(contents));
}

/** The conversation on show first, then by last use. Those without their messages are left out. */
function conversationsOf({ conversations, workspace }: WorkspaceContents): readonly ConversationFile[] {
  const { conversation } = workspace.state as StoredState;
  const whole = [...conversations].flatMap(([id, { head, messages }]) =>
    messages ? [{ head: readStoredHead(id, head), branches: messages as Branches }] : [],
  );
  const place = ({ id, usedAt }: ConversationHead) => (id === conversation ? Number.POSITIVE_INFINITY : usedAt);
  return whole.sort((one, other) => place(other.head) - place(one.head)).map((one) => conversationFile(one));
}

function* changedEntries(folder: string, edits: Edits): Generator<SnapshotEntry, void> {
  for (const [path, edit] of edits) {
    const bytes = editedBytes(edit);
    const mode = isExecutableEdit(edit) ? snapshotMode.executable : snapshotMode.file;
    if (bytes) yield { path: `${folder}${path.slice(1)}`, mode, bytes };
  }
}

function manifestOf(contents: WorkspaceContents): Manifest {
  const { title, createdAt, mounts, state } = contents.workspace;
  const { profileId, noSkills = false, selection, lessonProgress } = state as StoredState;
  return {
    format: fileFormat,
    version: fileVersion,
    title,
    createdAt,
    harness: profileId,
    noSkills,
    selection,
    ...(lessonProgress && { lessonProgress }),
    sources: mounts.map(({ id, meta }) => {
      const { source, label, commit, trustedCommit, unpinnedRef, as, scope, chosen, at, lesson } = meta as Mount;
      const deleted = deletedPaths(contents.mounts.get(id)?.edits);
      return {
        source,
        label,
        ...(commit !== undefined && { commit }),
        ...(trustedCommit !== undefined && { trustedCommit }),
        ...(unpinnedRef !== undefined && { unpinnedRef }),
        ...(isUnverified(meta as Mount) && { imported: true as const }),
        as,
        scope,
        ...(chosen && { chosen }),
        at,
        ...(lesson && { lesson }),
        deleted,
      };
    }),
    deleted: deletedPaths(ownEdits(contents)),
  };
}

function ownEdits({ mounts }: WorkspaceContents): Edits {
  return mounts.get(ownMountId)?.edits ?? new Map();
}

function deletedPaths(edits: Edits = new Map()): string[] {
  return [...edits].filter(([, edit]) => edit === null).map(([path]) => path);
}

function jsonEntry(path: string, value: unknown): SnapshotEntry {
  return { path, mode: snapshotMode.file, bytes: new TextEncoder().encode(JSON.stringify(value, null, 2)) };
}

/** The title without characters that some file systems refuse in file names. */
function fileName(title: string): string {
  const plain = title
    .replaceAll(/[\p{C}<>:"/\\|?*]+/gu, "-")
    .replaceAll(/^[-. ]+|[-. ]+$/g, "")
    .slice(0, 80);
  return `${plain || "workspace"}${fileEnding}`;
}
