import { finish } from "#lib/async/steps.ts";
import type { Attachment } from "#lib/chat/message.ts";
import type { LessonProgress } from "#lib/lesson/progress.ts";
import type { OpeningHarness } from "#lib/stage/opening-harness.ts";
import type { KeptEvals, Trial } from "#lib/state/experiments.ts";
import { isEditOf } from "#lib/state/file-content.ts";
import type { Mount } from "#lib/state/mount.ts";
import type { Drafts, QueuedLine, Selection } from "#lib/state/state.ts";
import type {
  LoadedWorkspace,
  StoredConversation,
  StoredFiles,
  WorkspaceContents,
} from "#lib/storage/storage-shapes.ts";
import type { LiveFolder } from "#lib/upload/pick.ts";
import {
  createSnapshot,
  type Edit,
  type Edits,
  editedBytes,
  isExecutableEdit,
  type Snapshot,
  type SnapshotEntry,
  snapshotEntry,
  snapshotMode,
} from "#lib/vfs/snapshot.ts";

/** Everything of a workspace that is kept. It has no record until something is to be saved. */
export type Contents = Omit<WorkspaceContents, "workspace"> & Partial<Pick<WorkspaceContents, "workspace">>;

export const noContents: Contents = { mounts: new Map(), conversations: new Map() };

/** What a workspace's record keeps beside its files and its conversation. */
export interface StoredState {
  readonly profileId: string;
  /** Absent in records from before there was such a switch. */
  readonly noSkills?: boolean;
  /** Why it is that harness, where nobody chose it. */
  readonly openedFor?: OpeningHarness["why"];
  /** Absent in records from before it was kept. */
  readonly heldHarnesses?: readonly string[];
  readonly selection: Selection;
  /** Absent where nothing is typed that is not saved. */
  readonly drafts?: Drafts;
  /** What was typed into the message box and not sent, and what waits to be sent. Absent where nothing is. */
  readonly unsent?: Unsent;
  readonly evals?: KeptEvals;
  /** The id of the conversation on show. Absent in records from before there were several. */
  readonly conversation?: string;
  readonly trials?: readonly Trial[];
  /** What was done in the lesson whose project this is. */
  readonly lessonProgress?: LessonProgress;
  /** The query of the link it was opened by: the same link opened again restores, another one applies. */
  readonly search: string;
}

/** What a person has typed for the conversation and not sent. */
export interface Unsent {
  readonly text: string;
  /** Attached to the text. */
  readonly attachments?: readonly Attachment[];
  /** A text alone, where nothing was attached to it. */
  readonly queued: readonly (string | QueuedLine)[];
}

/** A mount as it is kept: with the folder it follows, whose handle the database can hold. */
export type StoredMountMeta = Mount & { readonly folder?: LiveFolder };

/** What was read. A mount whose files could not be read has its edits over an empty snapshot until it is fetched again. */
export function contentsOf({ workspace, mounts, damaged, conversations }: LoadedWorkspace): WorkspaceContents {
  const nothing = createSnapshot([]);
  const unread = [...damaged].map(([id, edits]) => [id, { base: nothing, edits }] as const);
  return { workspace, mounts: new Map([...mounts, ...unread]), conversations };
}

/** The contents with their record; `undefined` as long as there is none. */
export function wholeOf({ workspace, ...rest }: Contents): WorkspaceContents | undefined {
  return workspace && { workspace, ...rest };
}

/** With the mount's snapshot; its edits stay. */
export function withMount(contents: Contents, mountId: string, base: Snapshot): Contents {
  const edits: Edits = contents.mounts.get(mountId)?.edits ?? new Map();
  return { ...contents, mounts: new Map(contents.mounts).set(mountId, { base, edits }) };
}

/** With nothing of the mount's snapshot, so that it counts as lost; its edits stay. */
export function withoutBase(contents: Contents, mountId: string): Contents {
  return withMount(contents, mountId, createSnapshot([]));
}

/** With the mount's snapshot, and these edits in place of all that it had. */
export function withReplaced(contents: Contents, mountId: string, files: StoredFiles): Contents {
  return { ...contents, mounts: new Map(contents.mounts).set(mountId, files) };
}

export function withoutMount(contents: Contents, mountId: string): Contents {
  const mounts = new Map(contents.mounts);
  mounts.delete(mountId);
  return { ...contents, mounts };
}

/** With `edits` over those that the mount has, and without those of the `dropped` paths. */
export function withEdits(contents: Contents, mountId: string, edits: Edits, dropped: Iterable<string> = []): Contents {
  const { base, edits: before } = contents.mounts.get(mountId) ?? { base: createSnapshot([]), edits: new Map() };
  const after = new Map([...before, ...edits]);
  for (const path of dropped) after.delete(path);
  return { ...contents, mounts: new Map(contents.mounts).set(mountId, { base, edits: after }) };
}

/** With the conversation as it is now. */
export function withConversation(contents: Contents, id: string, conversation: StoredConversation): Contents {
  return { ...contents, conversations: new Map(contents.conversations).set(id, conversation) };
}

export function withoutConversation(contents: Contents, id: string): Contents {
  const conversations = new Map(contents.conversations);
  conversations.delete(id);
  return { ...contents, conversations };
}

/** The paths at which `edits` restore what the mount's snapshot has, so that nothing is changed there any more. */
export function restoredBy(contents: Contents, mountId: string, edits: Edits): ReadonlySet<string> {
  const base = contents.mounts.get(mountId)?.base;
  if (!base) return new Set();
  return new Set(
    [...edits].filter(([path, edit]) => restores(edit, snapshotEntry(base, path.slice(1)))).map(([path]) => path),
  );
}

/** A file that was made executable counts as changed even if its bytes are the same. */
function restores(edit: Edit, file: SnapshotEntry | undefined): boolean {
  const isMadeExecutable = isExecutableEdit(edit) && file?.mode !== snapshotMode.executable;
  return !isMadeExecutable && finish(isEditOf(editedBytes(edit), file));
}
