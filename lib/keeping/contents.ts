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

/** Everything of a workspace that is stored. There is no record until something is to be saved. */
export type Contents = Omit<WorkspaceContents, "workspace"> & Partial<Pick<WorkspaceContents, "workspace">>;

export const noContents: Contents = { mounts: new Map(), conversations: new Map() };

/** What a workspace's record stores beside files and conversations. */
export interface StoredState {
  readonly profileId: string;
  /** Absent in records from before this switch existed. */
  readonly noSkills?: boolean;
  /** Why the workspace opened with this harness, where nobody chose it. */
  readonly openedFor?: OpeningHarness["why"];
  /** Absent in records from before it was stored. */
  readonly heldHarnesses?: readonly string[];
  readonly selection: Selection;
  /** Absent where there are no unsaved drafts. */
  readonly drafts?: Drafts;
  /** The text in the message box, and the queued lines. Absent where there are none. */
  readonly unsent?: Unsent;
  readonly evals?: KeptEvals;
  /** The id of the conversation on show. Absent in records from before there were several. */
  readonly conversation?: string;
  readonly trials?: readonly Trial[];
  /** The progress in the lesson whose project this is. */
  readonly lessonProgress?: LessonProgress;
  /**
   * The query of the link that opened it: opening the same link again restores the workspace, another one is applied.
   */
  readonly search: string;
}

/** What a person has typed for the conversation and not sent. */
export interface Unsent {
  readonly text: string;
  /** Attached to the text. */
  readonly attachments?: readonly Attachment[];
  /** A plain text, where nothing was attached. */
  readonly queued: readonly (string | QueuedLine)[];
}

/** A mount as stored, with the folder that it follows, whose handle the database can store. */
export type StoredMountMeta = Mount & { readonly folder?: LiveFolder };

/**
 * The contents that were read. A mount whose files could not be read has its edits over an empty snapshot until it is
 * fetched again.
 */
export function contentsOf({ workspace, mounts, damaged, conversations }: LoadedWorkspace): WorkspaceContents {
  const nothing = createSnapshot([]);
  const unread = [...damaged].map(([id, edits]) => [id, { base: nothing, edits }] as const);
  return { workspace, mounts: new Map([...mounts, ...unread]), conversations };
}

/** The contents with their record; `undefined` while there is none. */
export function wholeOf({ workspace, ...rest }: Contents): WorkspaceContents | undefined {
  return workspace && { workspace, ...rest };
}

/** The contents with a mount's new snapshot; its edits stay. */
export function withMount(contents: Contents, mountId: string, base: Snapshot): Contents {
  const edits: Edits = contents.mounts.get(mountId)?.edits ?? new Map();
  return { ...contents, mounts: new Map(contents.mounts).set(mountId, { base, edits }) };
}

/** The contents without a mount's snapshot, so that it counts as lost; its edits stay. */
export function withoutBase(contents: Contents, mountId: string): Contents {
  return withMount(contents, mountId, createSnapshot([]));
}

/** The contents with a mount's new snapshot, and these edits in place of all earlier ones. */
export function withReplaced(contents: Contents, mountId: string, files: StoredFiles): Contents {
  return { ...contents, mounts: new Map(contents.mounts).set(mountId, files) };
}

export function withoutMount(contents: Contents, mountId: string): Contents {
  const mounts = new Map(contents.mounts);
  mounts.delete(mountId);
  return { ...contents, mounts };
}

/** The contents with `edits` added to a mount's, and those at the `dropped` paths removed. */
export function withEdits(contents: Contents, mountId: string, edits: Edits, dropped: Iterable<string> = []): Contents {
  const { base, edits: before } = contents.mounts.get(mountId) ?? { base: createSnapshot([]), edits: new Map() };
  const after = new Map([...before, ...edits]);
  for (const path of dropped) after.delete(path);
  return { ...contents, mounts: new Map(contents.mounts).set(mountId, { base, edits: after }) };
}

/** The contents with a conversation in its present state. */
export function withConversation(contents: Contents, id: string, conversation: StoredConversation): Contents {
  return { ...contents, conversations: new Map(contents.conversations).set(id, conversation) };
}

export function withoutConversation(contents: Contents, id: string): Contents {
  const conversations = new Map(contents.conversations);
  conversations.delete(id);
  return { ...contents, conversations };
}

/** The paths at which `edits` restore the mount's snapshot, so that nothing is changed there any more. */
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
