import type { StoreApi } from "zustand/vanilla";
import type { Branches, WholeConversation } from "#lib/chat/conversations/conversation.ts";
import type { ChatHost, ChatSession } from "#lib/chat/session.ts";
import { failureOf } from "#lib/failure.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { LinkedFile, LinkedPlace } from "#lib/share/link-query.ts";
import type { LinkedChanges } from "#lib/share/payload/linked-changes.ts";
import type { MountTree } from "#lib/stage/mount-tree.ts";
import type { WorkspaceStorage } from "#lib/storage/persistence.ts";
import type { LoadedWorkspace, StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import type { LiveReading } from "#lib/upload/live-folder.ts";
import type { LiveFolder } from "#lib/upload/pick.ts";
import type { MountTable } from "#lib/vfs/mount-table.ts";
import type { Edits, PendingFiles, Snapshot } from "#lib/vfs/snapshot.ts";
import type { Source } from "#lib/vfs/source.ts";
import type { Volume } from "#lib/vfs/volume.ts";
import type { StoredMountMeta, StoredState } from "#lib/workspace/keeping/contents.ts";
import type { Saver } from "#lib/workspace/keeping/saver.ts";
import type { LessonTexts, LessonWords } from "./state/lesson.ts";
import type { Mount } from "./state/mount.ts";
import type { Drafts, WorkspaceState } from "./state.ts";

/**
 * What the verbs of a workspace share. State that people see is in `store`; the volumes behind it are
 * here, because they change in place.
 */
export interface Core {
  readonly store: StoreApi<WorkspaceState>;
  /** Rejects when this browser keeps nothing. */
  readonly storage: Promise<WorkspaceStorage>;
  readonly saver: Saver;
  /** Changes that a person has started and that have not finished. */
  readonly changes: Set<Promise<void>>;
  /** What was last read from the storage: a read-only tab builds only those trees anew that have changed. */
  read?: LoadedWorkspace;
  /** The messages of the conversation on show as they were saved last, each a record. */
  savedBranches: Branches;
  /** The conversation that was deleted last. */
  removed?: WholeConversation;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** The query of the link that opened it, without the file that it shows. */
  readonly search: string;
  /** What stood behind that, with its `#`. */
  readonly fragment: string;
  /** The tree as last shown: where writes find their mount. */
  table: MountTable<Volume>;
  /** The workspace's own files, below every mount: home folder, state files, an empty working folder. */
  own: MountTree;
  /** The files of each mount by its id. */
  readonly trees: Map<string, MountTree>;
  /** Mounts whose contents are on their way, by id; how they stand is in `arriving` of the state. */
  readonly arrivals: Map<string, Arrival>;
  /** The folders that mounts follow, by the mount's id. */
  readonly live: Map<string, LiveMount>;
  /** Product-provided skills, put there at every start as the harness does; absent until fetched. */
  bundled?: MountTree;
  /** Resolves when they are fetched, or cannot be. Every harness waits for it before it starts. */
  bundling: Promise<void>;
  /** What the mounting of each source found, kept for the list of problems. */
  readonly mountNotices: Map<string, readonly Notice[]>;
  /** Cancels the mount under way. */
  mounting?: AbortController;
  /** What failed last, to be tried again. */
  retry?: () => Promise<void>;
  /** What the link asked for beside its source, until it is done. */
  request: LinkRequest;
  /** The changes that the link carries, until they are made or left. */
  carried?: LinkedChanges;
  /** What a shared link offers: verified as far as it has come, kept apart until the person accepts it. */
  offered?: Received;
  /** A mount's newer files: fetched and verified, kept apart until the person takes them. */
  update?: FetchedUpdate;
  /** Takes the last update or unmounting back. */
  undo?: () => Promise<void>;
  /** Aborted when the workspace is closed. */
  readonly closed: AbortSignal;
}

/** A source's files, verified, not mounted yet. */
export interface FetchedSource {
  /** With the ref and path that the server settled. */
  readonly source: Source;
  readonly label: string;
  readonly commit?: string;
  readonly snapshot: Snapshot;
  readonly notices: readonly Notice[];
  /** Where it was read from, when that can be read again. */
  readonly live?: LiveMount;
  /** Of a lesson's project: the lesson. */
  readonly lesson?: LessonTexts;
  /** With `lesson`: what the whole workshop says and does. */
  readonly words?: LessonWords;
}

/** A source whose files are all known, and of the contents those that tell its skills. */
export interface ArrivingSource extends Omit<FetchedSource, "snapshot" | "live"> {
  readonly known: Snapshot;
  readonly pending: PendingFiles;
  /** Has files come before the others, by their paths in the snapshot. */
  readonly want: (paths: readonly string[]) => void;
}

/** A source that is being fetched, from the moment it can be used. */
export interface Received {
  /** Absent where it came as a whole. */
  readonly arriving?: ArrivingSource;
  /** Rejects as `fetchSource`. */
  readonly whole: Promise<FetchedSource>;
  /** Mounts it by one of these. What has not come then comes behind the person's back: `arriving` of the state tells how that goes. */
  mount(receiver: Receiver): Promise<Mount>;
}

/** What becomes of a source that was received. */
interface Receiver {
  /** Mounts a source whose contents are on their way. */
  readonly arriving: (source: ArrivingSource) => Promise<Mount>;
  /** Mounts one that came as a whole. */
  readonly whole: (fetched: FetchedSource) => Promise<Mount>;
}

interface Arrival {
  /** Stops it. What has come stays. */
  readonly stopping: AbortController;
  /** Resolves when everything has come, or nothing comes any more. */
  readonly over: Promise<void>;
}

/** A mount that follows a folder of the person's disk. */
export interface LiveMount {
  readonly folder: LiveFolder;
  /** What was read last; without stamps after a reload, so that everything is read anew once. */
  readonly last: LiveReading;
}

/** Newer files of a mount, and what was compared with them. */
export interface FetchedUpdate {
  readonly mountId: string;
  readonly fetched: FetchedSource;
  /** The person's changes as they were then. */
  readonly edits: Edits;
  /** Where the source has moved files to, by where they were. */
  readonly renames: ReadonlyMap<string, string>;
  /** What it changes of what its person trusts, in words, once that was looked at. */
  readonly sinceTrusted?: string;
}

/** What a link asks for beside its source. */
export interface LinkRequest {
  readonly profileId?: string;
  readonly skill?: string;
  readonly file?: LinkedFile;
  readonly prompt?: string;
  /** Skills to switch off, by name. */
  readonly off?: readonly string[];
  /** The sources beside the first. */
  readonly also?: readonly Source[];
  /** Where the sources stand, in their order. */
  readonly as?: readonly LinkedPlace[];
}

/** A line is about to be answered. */
export interface Beginning {
  /** Whether the wait has ended: a turn has begun, or the person has stopped it. */
  isOver(): boolean;
  /** Shows the conversation at rest again, unless the wait is over. */
  end(): void;
}

/** The conversation of a workspace. The AI SDK is a lazy part: it arrives with the first line sent. */
export interface WorkspaceChat {
  /** What the conversation gets from the workspace. */
  readonly host: ChatHost;
  session(): Promise<ChatSession>;
  /** The session if it was ever needed. */
  readonly open: ChatSession | undefined;
  /** Shows that a line is being answered, from the click on, while what answers it is still fetched. */
  begin(): Beginning;
  /** Stops what is being answered, or is about to be. */
  stop(): void;
  /** Ends the session: the next one starts from the messages that the workspace then has. */
  restart(): void;
}

/** Whether another tab saves this workspace, so that nothing of it may be changed here. */
export function isFollowing(core: Core): boolean {
  return core.store.getState().storage.kind === "elsewhere";
}

/** For work that closing the workspace cancels: swallows that cancellation, as nobody is there to be told. */
export function ignoreClosing({ closed }: Core, caught: unknown): void {
  if (!closed.aborted || failureOf(caught)?.code !== "cancelled") throw caught;
}

export function currentProfile(core: Core): Profile {
  return profileById(core.store.getState().profileId);
}

/** The record of `core` as it stands, to be saved. `usedAt` is now. */
export function workspaceRecord(core: Core): StoredWorkspace {
  const state = core.store.getState();
  return {
    schema: 1,
    id: state.id,
    title: state.title,
    createdAt: core.createdAt,
    usedAt: Date.now(),
    fileCount: sum(state.mounts, (mount) => mount.fileCount),
    byteCount: sum(state.mounts, (mount) => mount.byteCount),
    mounts: state.mounts.map((mount) => ({ id: mount.id, meta: storedMount(core, mount) })),
    state: storedState(state, core.search),
  };
}

function storedMount(core: Core, mount: Mount): StoredMountMeta {
  const folder = core.live.get(mount.id)?.folder;
  return folder ? { ...mount, folder } : mount;
}

function storedState(state: WorkspaceState, search: string): StoredState {
  const { profileId, noSkills, selection, drafts, messageText: text, attachments, evals, trials } = state;
  const { lessonProgress } = state;
  // Older pages read a queued line as a text.
  const queued = state.queued.map((line) => (line.attachments.length > 0 ? line : line.text));
  const hasUnsent = text !== "" || attachments.length > 0 || queued.length > 0;
  return {
    profileId,
    noSkills,
    selection,
    ...(drafts.size > 0 && { drafts: atRest(drafts) }),
    ...(hasUnsent && { unsent: { text, queued, ...(attachments.length > 0 && { attachments }) } }),
    ...(evals && { evals }),
    ...(trials && { trials }),
    ...(lessonProgress && { lessonProgress }),
    conversation: state.conversationId,
    search,
  };
}

/** A draft as it is stored: without whether it is being saved, or why it could not be. */
function atRest(drafts: Drafts): Drafts {
  return new Map([...drafts].map(([key, { base, text }]) => [key, { base, text }]));
}

function sum(mounts: readonly Mount[], count: (mount: Mount) => number): number {
  return mounts.reduce((total, mount) => total + count(mount), 0);
}

/** Makes a verb that, in a read-only tab, changes nothing and says why. */
export type Changing = <Given extends readonly unknown[]>(
  act: (...given: Given) => Promise<void>,
) => (...given: Given) => Promise<void>;

/** The maker of such verbs for one workspace; what they do is noted until it is done. */
export function refusedWhileFollowing(core: Core): Changing {
  return <Given extends readonly unknown[]>(act: (...given: Given) => Promise<void>) =>
    async (...given: Given): Promise<void> => {
      if (isFollowing(core)) core.store.setState({ storage: { kind: "elsewhere", refused: true } });
      else await tracked(core, act(...given));
    };
}

/** Notes a change under way until it is done: another tab that takes over waits for it. */
export async function tracked(core: Core, change: Promise<void>): Promise<void> {
  core.changes.add(change);
  try {
    await change;
  } catch (caught) {
    ignoreClosing(core, caught);
  } finally {
    core.changes.delete(change);
  }
}
