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
  /** Several skills were just installed: the person may want to choose among them. */
  | { readonly kind: "installed"; readonly mountId: string }
  /** An update was looked for: its source still names the commit that is mounted. */
  | { readonly kind: "current"; readonly label: string; readonly ref: string; readonly commit: string }
  /** An update was fetched and verified, and waits for the person to look at it. */
  | { readonly kind: "update"; readonly update: UpdateOffer }
  /** The files of an imported mount were compared with what its source has. */
  | { readonly kind: "compared"; readonly compared: ImportComparison }
  /** A mount was changed as a whole, which can be taken back. */
  | { readonly kind: "undoable"; readonly change: "updated" | "unmounted" | "trusted"; readonly label: string }
  /** Skills were installed, which can be taken back: `label` is what they are called, or the plugins that brought them. */
  | {
      readonly kind: "undoable";
      readonly change: "installed";
      readonly label: string;
      readonly as: "plugin" | "skill";
      /** How many files came with them. */
      readonly files: number;
      /** How many more there were, which stayed where they are. */
      readonly leftFiles?: number;
    };

/** What a link names, and what lies there. */
export interface LinkedSource {
  readonly source: Source;
  readonly label: string;
  readonly commit?: string;
  /** Whether the link names a commit; otherwise what it opens may change. */
  readonly pinned: boolean;
  readonly skills: readonly { readonly name: string; readonly path: string }[];
  readonly scripts: readonly string[];
  readonly fileCount: number;
  /** Absent while contents of files are on their way. */
  readonly byteCount?: number;
}

/** A link that brings somebody's words, shown before anything of it is mounted. */
export interface ShareOffer extends LinkedSource {
  readonly profileId?: string;
  readonly skill?: string;
  readonly prompt?: string;
  /** Sources that are opened as well. */
  readonly also?: readonly Source[];
  readonly changes?: OfferedChanges;
  /** What the lessons of a workshop say and do. */
  readonly words?: LessonWords;
}

export type Phase =
  | { readonly kind: "restoring" }
  /** Nothing mounted (yet): the first mount is under way, failed or was cancelled. */
  | { readonly kind: "empty" }
  /** There is nothing at this address, or nothing that can be opened; nothing is kept for it. */
  | { readonly kind: "refused"; readonly failure: Failure }
  /** The workspace is at another address, which the page goes to. */
  | { readonly kind: "moved"; readonly path: string }
  /** A link waits for the person to look at what it brings. */
  | { readonly kind: "offered"; readonly offer: ShareOffer }
  | { readonly kind: "ready" };

export type StorageState =
  /** Nothing was to be saved yet. */
  | { readonly kind: "nothing" }
  | { readonly kind: "saved" }
  /** All but mounts whose contents are still on their way. */
  | { readonly kind: "incomplete" }
  | { readonly kind: "saving" }
  /** Another tab saves this workspace, and here a person only looks. `refused`: whether they wanted to do more. */
  | { readonly kind: "elsewhere"; readonly refused: boolean }
  /** Nothing more is kept: the page goes on in memory. */
  | {
      readonly kind: "memory";
      readonly failure: Failure;
      /** The files that a person has changed and that are not kept as they are now, each by its `keyInMount`. */
      readonly unsaved: ReadonlySet<string>;
      /** Whether saving may succeed later; it is tried with each change and at `trySaving`. */
      readonly canTryAgain: boolean;
    };

/** A part of a workspace that was not brought back as it was. What is kept here is set aside. */
export type Loss =
  | { readonly kind: "conversation" }
  /** Of an imported workspace. `reason`: a clause. */
  | { readonly kind: "conversation-refused"; readonly reason: string }
  /** Of an imported one the newest messages alone were taken. */
  | { readonly kind: "conversation-cut"; readonly kept: number; readonly total: number }
  /** `count`: of files that the person had changed. */
  | { readonly kind: "edits"; readonly count: number }
  /** What was looked at, chosen and typed. */
  | { readonly kind: "state" }
  /** Names of what a link asked for in a way that is not understood. */
  | { readonly kind: "link"; readonly names: readonly string[] };

/** The last quick fix, or the last change of whole files, which can be taken back once. */
export interface LastFix {
  readonly verb: "Fixed" | "Reverted" | "Made" | "Moved" | "Deleted" | "Kept" | "Changed by the link";
  readonly label: string;
  readonly state: "applied" | "undone";
}

/** What the person looks at. Kept with the workspace. */
export interface Selection {
  /** Location of a SKILL.md. */
  readonly skill?: string;
  /** With the lines to show, from 1; `endLine` is the last of several. */
  readonly file?: { readonly path: string; readonly line?: number; readonly endLine?: number };
  /** The files that are open, `file` among them, in the order of their tabs; absent where it alone is. */
  readonly open?: readonly string[];
}

/** What a person has typed into a file and not saved. */
export interface Draft {
  /** The file's text that it was made from; absent where there was no file. */
  readonly base: string | undefined;
  readonly text: string;
  /** The text that is being saved. */
  readonly saving?: string;
  /** Why it could not be saved. */
  readonly failure?: Failure;
}

/** Drafts by the place of their file (`draftKey`). */
export type Drafts = ReadonlyMap<string, Draft>;

/** A line that waits to be sent, with what was attached to it. */
export interface QueuedLine {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export interface WorkspaceState {
  readonly id: string;
  readonly title: string;
  readonly phase: Phase;
  readonly activity: MountActivity;
  /** What a person gave last, in their words, as long as it has not been opened: it stays in the box. */
  readonly unopened?: string | undefined;
  readonly mounts: readonly Mount[];
  /** The mount that a link of somebody else has opened unasked, until its person has dismissed the note on it. */
  readonly linkedMountId?: string | undefined;
  /** The mounts whose files this browser has lost, by id: they show nothing until they are fetched again. */
  readonly missing: readonly string[];
  /** The mounts whose contents are not all here, by id. They are not kept before they are. */
  readonly deliveries: ReadonlyMap<string, DeliveryStatus>;
  /** The mounts that follow a folder of the person's disk, by id. */
  readonly live: ReadonlyMap<string, LiveStatus>;
  /** The mounted tree. A new object whenever a file changes. */
  readonly files: MountTable;
  readonly profileId: string;
  /** Why that is the harness, where nobody has chosen one. */
  readonly openedFor?: OpeningHarness["why"] | undefined;
  /** Ids of the harnesses whose folders or manifests the first source holds. */
  readonly heldHarnesses: readonly string[];
  /** Whether a harness that has a switch to turn skills off is started with it. */
  readonly noSkills: boolean;
  readonly view: HarnessView;
  /** The plugin or folder of each skill in `view`, by location. */
  readonly folders: ReadonlyMap<string, SkillFolder>;
  readonly selection: Selection;
  /** What is typed and not saved, by the file's place (`draftAt`). Kept with the workspace. */
  readonly drafts: Drafts;
  readonly lastFix?: LastFix | undefined;
  /** What was not brought back as it was, until the person has dismissed it. */
  readonly losses: readonly Loss[];
  /** The messages of the branch on show, and how it stands. */
  readonly conversation: Conversation;
  /** All messages of the conversation on show. */
  readonly branches: Branches;
  /** The id of the conversation on show. It is not among `conversations` as long as it is empty. */
  readonly conversationId: string;
  /** What is known of all conversations of the workspace, the one used last first. */
  readonly conversations: readonly ConversationHead[];
  /** The conversation that was deleted last, as long as that can be taken back. */
  readonly removedConversation?: ConversationHead | undefined;
  /** What the model may do without asking, as far as it still holds (`allowancesOf`). Never kept. */
  readonly allowances: Allowances;
  /** The commands that models have run in this page, the newest of them, by their calls. */
  readonly modelRuns: ReadonlyMap<string, ModelRun>;
  /** The scripts that the person has run in this page, the newest of them in their order. */
  readonly ownRuns: readonly OwnRun[];
  /** Text in the message box that a link or a click put there; the person sends it. */
  readonly messageText: string;
  /** Files that go along with the message in the box. */
  readonly attachments: readonly Attachment[];
  /** Why something was not attached, until the next try. */
  readonly attachRefusal?: string | undefined;
  /** Lines that were sent while an answer was coming: each goes out when the one before is answered. */
  readonly queued: readonly QueuedLine[];
  /** Requests by which skills are tested; absent until there are any. */
  readonly evals?: KeptEvals;
  /** Requests that were run under two conditions, the newest first; absent until there is one. */
  readonly trials?: readonly Trial[];
  /** What rewriting the description of a skill came to last. It was paid for, so it stays as long as the page does; it is not kept. */
  readonly improved?: ImprovedSkill | undefined;
  /** What was done in the lesson whose project this is. Kept with the workspace. */
  readonly lessonProgress?: LessonProgress;
  /** The lesson at work, as soon as what runs it is fetched. */
  readonly lesson?: RunningLesson | undefined;
  /** The live room that the lesson is in. */
  readonly room?: AttendedRoom | undefined;
  readonly models: ModelSettings;
  readonly serverModels: readonly ServerModel[];
  /** Origins that the page may send requests to besides the known providers; absent until the server has told. */
  readonly serverOrigins?: readonly string[];
  /** Whose pages may hold views of a workspace; absent until the server has told. */
  readonly serverEmbed?: EmbedOrigins;
  /** Whether the server offers live rooms; absent until it has told. */
  readonly serverRooms?: boolean;
  readonly storage: StorageState;
}

/** Whether it is not known yet what the workspace holds: so it must not be said that there is nothing. */
export function isOpening({ phase, activity }: Pick<WorkspaceState, "phase" | "activity">): boolean {
  if (phase.kind === "empty") return activity.kind === "cloning";
  return phase.kind === "restoring" || phase.kind === "offered";
}
