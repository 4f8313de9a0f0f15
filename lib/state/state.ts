import type { Branches, ConversationHead } from "#lib/chat/conversations/conversation.ts";
import type { Attachment } from "#lib/chat/message.ts";
import type { EmbedOrigins, ModelSettings, ServerModel } from "#lib/chat/model-settings.ts";
import type { Conversation } from "#lib/chat/session.ts";
import type { Failure } from "#lib/failure.ts";
import type { LessonProgress } from "#lib/lesson/progress.ts";
import type { HarnessView } from "#lib/stage/derive-view.ts";
import type { OpeningHarness } from "#lib/stage/opening-harness.ts";
import type { SkillFolder } from "#lib/stage/skill-folders.ts";
import type { MountTable } from "#lib/vfs/mount-table.ts";
import type { MountProgress, Source } from "#lib/vfs/source.ts";
import type { Allowances } from "./allowances.ts";
import type { OfferedChanges } from "./changes.ts";
import type { ImprovedSkill, KeptEvals, Trial } from "./experiments.ts";
import type { AttendedRoom, LessonWords, RunningLesson } from "./lesson.ts";
import type { ModelRun, OwnRun } from "./model-run.ts";
import type { DeliveryStatus, LiveStatus, Mount } from "./mount.ts";
import type { ImportComparison, UpdateOffer } from "./update.ts";

/** The one mount under way, if any. `cloning` covers every source, until its files can be used. */
export type MountActivity =
  | { readonly kind: "idle" }
  | {
      readonly kind: "cloning";
      readonly label: string;
      readonly progress: MountProgress;
    }
  | { readonly kind: "failed"; readonly label: string; readonly failure: Failure }
  /** Several skills were just installed: the person may choose among them. */
  | { readonly kind: "installed"; readonly mountId: string }
  /** An update was looked for, and there is none: the source still names the mounted commit. */
  | { readonly kind: "current"; readonly label: string; readonly ref: string; readonly commit: string }
  /** An update was fetched and verified, and waits for the person. */
  | { readonly kind: "update"; readonly update: UpdateOffer }
  /** The files of an imported mount were compared with its source's. */
  | { readonly kind: "compared"; readonly compared: ImportComparison }
  /** A mount was changed as a whole, which can be undone. */
  | { readonly kind: "undoable"; readonly change: "updated" | "unmounted" | "trusted"; readonly label: string }
  /** Skills were installed, which can be undone. `label`: their names, or those of the plugins that brought them. */
  | {
      readonly kind: "undoable";
      readonly change: "installed";
      readonly label: string;
      readonly as: "plugin" | "skill";
      /** The number of installed files. */
      readonly files: number;
      /** The number of further files, which were not copied. */
      readonly leftFiles?: number;
    };

/** The source that a link names, with its contents. */
export interface LinkedSource {
  readonly source: Source;
  readonly label: string;
  readonly commit?: string;
  /** Whether the link names a commit; otherwise its contents may change. */
  readonly pinned: boolean;
  readonly skills: readonly { readonly name: string; readonly path: string }[];
  readonly scripts: readonly string[];
  readonly fileCount: number;
  /** Absent while contents of files are still arriving. */
  readonly byteCount?: number;
}

/** A link with somebody else's words, shown before anything is mounted. */
export interface ShareOffer extends LinkedSource {
  readonly profileId?: string;
  readonly skill?: string;
  readonly prompt?: string;
  /** Further sources that are opened. */
  readonly also?: readonly Source[];
  readonly changes?: OfferedChanges;
  /** What the lessons of a workshop say and do. */
  readonly words?: LessonWords;
}

export type Phase =
  | { readonly kind: "restoring" }
  /** Nothing mounted (yet): the first mount is under way, failed or was cancelled. */
  | { readonly kind: "empty" }
  /** There is nothing at this address, or nothing that can be opened; nothing is stored for it. */
  | { readonly kind: "refused"; readonly failure: Failure }
  /** The workspace is at another address, to which the page goes. */
  | { readonly kind: "moved"; readonly path: string }
  /** A link waits for the person to look at what it brings. */
  | { readonly kind: "offered"; readonly offer: ShareOffer }
  | { readonly kind: "ready" };

export type StorageState =
  | { readonly kind: "nothing" }
  | { readonly kind: "saved" }
  /** Everything is saved except mounts whose contents are still arriving. */
  | { readonly kind: "incomplete" }
  | { readonly kind: "saving" }
  /**
   * Another tab saves this workspace, and this one is read-only. `refused`: whether the person has tried to change
   * something.
   */
  | { readonly kind: "elsewhere"; readonly refused: boolean }
  /** Nothing more is saved: the page continues in memory. */
  | {
      readonly kind: "memory";
      readonly failure: Failure;
      /** The changed files whose present state is not saved, by `keyInMount`. */
      readonly unsaved: ReadonlySet<string>;
      /** Whether saving may succeed later; it is retried with each change and by `trySaving`. */
      readonly canTryAgain: boolean;
    };

/** A part of a workspace that was not restored as it was, or not saved. Stored records of it are set aside. */
export type Loss =
  | { readonly kind: "conversation" }
  /** In an imported workspace. `reason`: a clause. */
  | { readonly kind: "conversation-refused"; readonly reason: string }
  /** Only the newest messages of an imported conversation were taken. */
  | { readonly kind: "conversation-cut"; readonly kept: number; readonly total: number }
  /** `count`: the number of changed files. */
  | { readonly kind: "edits"; readonly count: number }
  /** Selection, settings and typed text. */
  | { readonly kind: "state" }
  /** The last changes of this tab, which another took over before they were saved. */
  | { readonly kind: "taken-over" }
  /** Names of the parts of a link that were not understood. */
  | { readonly kind: "link"; readonly names: readonly string[] };

/** The last quick fix, or the last change of whole files, which can be undone once. */
export interface LastFix {
  readonly verb: "Fixed" | "Reverted" | "Made" | "Moved" | "Deleted" | "Kept" | "Changed by the link";
  readonly label: string;
  readonly state: "applied" | "undone";
}

/** What the person is looking at. Stored with the workspace. */
export interface Selection {
  /** Location of a SKILL.md. */
  readonly skill?: string;
  readonly file?: SelectedFile;
  /** The open files, including `file`, in the order of their tabs; absent where only `file` is open. */
  readonly open?: readonly string[];
}

/** The file on show. */
export interface SelectedFile {
  readonly path: string;
  /** The line to show, from 1; with `endLine` the first of several. */
  readonly line?: number;
  readonly endLine?: number;
  /** Whether the editor opens with it. Not stored: it takes the focus, which nobody wants who only comes back. */
  readonly isEdited?: true;
}

/** A person's unsaved text for a file. */
export interface Draft {
  /** The file's text on which the draft is based; absent where there was no file. */
  readonly base: string | undefined;
  readonly text: string;
  readonly saving?: string;
  /** Why saving failed. */
  readonly failure?: Failure;
}

/** Drafts by the key of their file (`draftKey`). */
export type Drafts = ReadonlyMap<string, Draft>;

/** A queued line with its attachments. */
export interface QueuedLine {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export interface WorkspaceState {
  readonly id: string;
  readonly title: string;
  readonly phase: Phase;
  readonly activity: MountActivity;
  /** What a person last entered in the source box, while it has not been opened: it stays in the box. */
  readonly unopened?: string | undefined;
  readonly mounts: readonly Mount[];
  /** The mount that somebody else's link has opened without asking, until the person has dismissed the note on it. */
  readonly linkedMountId?: string | undefined;
  /** Ids of the mounts whose files this browser has lost: they show nothing until fetched again. */
  readonly missing: readonly string[];
  /** The mounts whose contents have not all arrived, by id. They are stored only then. */
  readonly deliveries: ReadonlyMap<string, DeliveryStatus>;
  /** The mounts that follow a folder of the person's disk, by id. */
  readonly live: ReadonlyMap<string, LiveStatus>;
  /** The mounted tree. A new object whenever a file changes. */
  readonly files: MountTable;
  readonly profileId: string;
  /** Why this harness was opened, where nobody has chosen one. */
  readonly openedFor?: OpeningHarness["why"] | undefined;
  /** Ids of the harnesses whose folders or manifests are in the first source. */
  readonly heldHarnesses: readonly string[];
  /** Whether a harness with a switch that turns skills off is started with it. */
  readonly noSkills: boolean;
  readonly view: HarnessView;
  /** The plugin or folder of each skill in `view`, by location. */
  readonly folders: ReadonlyMap<string, SkillFolder>;
  readonly selection: Selection;
  /** Unsaved texts, by the key of their file (`draftAt`). Stored with the workspace. */
  readonly drafts: Drafts;
  readonly lastFix?: LastFix | undefined;
  /** What was not restored as it was, until the person has dismissed it. */
  readonly losses: readonly Loss[];
  /** The messages of the branch on show, and its status. */
  readonly conversation: Conversation;
  /** All messages of the conversation on show. */
  readonly branches: Branches;
  /** The id of the conversation on show. While that is empty, it is not among `conversations`. */
  readonly conversationId: string;
  /** The heads of all conversations of the workspace, sorted by last use, newest first. */
  readonly conversations: readonly ConversationHead[];
  /** The last deleted conversation, while that can be undone. */
  readonly removedConversation?: ConversationHead | undefined;
  /** What the model may do without asking, as far as it still holds (`allowancesOf`). Never stored. */
  readonly allowances: Allowances;
  /** The newest commands that models have run in this page, by call id. */
  readonly modelRuns: ReadonlyMap<string, ModelRun>;
  /** The newest scripts that the person has run in this page, in order. */
  readonly ownRuns: readonly OwnRun[];
  /** Text that a link or a click has put into the message box; the person sends it. */
  readonly messageText: string;
  /** Files attached to the message in the box. */
  readonly attachments: readonly Attachment[];
  /** Why something was not attached, until the next attempt. */
  readonly attachRefusal?: string | undefined;
  /** Lines queued during an answer: each is sent when the one before is answered. */
  readonly queued: readonly QueuedLine[];
  /** Requests for testing skills; absent until there are any. */
  readonly evals?: KeptEvals;
  /** Requests that were run under two conditions, newest first; absent until there is one. */
  readonly trials?: readonly Trial[];
  /**
   * The last result of rewriting a skill's description. It cost money, so it stays for the lifetime of the page; it is
   * not stored.
   */
  readonly improved?: ImprovedSkill | undefined;
  /** The progress in the lesson whose project this is. Stored with the workspace. */
  readonly lessonProgress?: LessonProgress;
  /** The running lesson, once its code is loaded. */
  readonly lesson?: RunningLesson | undefined;
  readonly room?: AttendedRoom | undefined;
  readonly models: ModelSettings;
  readonly serverModels: readonly ServerModel[];
  /** Further origins to which the page may send requests; absent until the server has answered. */
  readonly serverOrigins?: readonly string[];
  /** The sites whose pages may embed views of a workspace; absent until the server has answered. */
  readonly serverEmbed?: EmbedOrigins;
  /** Whether the server offers live rooms; absent until it has answered. */
  readonly serverRooms?: boolean;
  readonly storage: StorageState;
}

/** Whether the workspace's contents are still unknown, so that the page must not say that there is nothing. */
export function isOpening({ phase, activity }: Pick<WorkspaceState, "phase" | "activity">): boolean {
  if (phase.kind === "empty") return activity.kind === "cloning";
  return phase.kind === "restoring" || phase.kind === "offered";
}

/** Whether a person waits for the page: for a source's files, or for an answer. */
export function isAwaited({ phase, activity, deliveries, conversation }: WorkspaceState): boolean {
  const isComing = [...deliveries.values()].some(({ kind }) => kind === "coming");
  const isAnswering = conversation.status.kind === "waiting" || conversation.status.kind === "streaming";
  return phase.kind === "restoring" || activity.kind === "cloning" || isComing || isAnswering;
}
