import type { ChatHost } from "#lib/chat/session.ts";
import type { RunVerbs } from "#lib/runs/runs.ts";
import type { StateStore } from "#lib/state/slices.ts";
import type { SelectionVerbs } from "#lib/tree/selected.ts";
import type { HarnessVerbs } from "#lib/view/harness.ts";
import type { ChatVerbs } from "./conversation/chat-verbs.ts";
import type { ConversationVerbs } from "./conversation/conversation-verbs.ts";
import type { ModelVerbs } from "./conversation/model-verbs.ts";
import type { TryOutVerb } from "./conversation/try-out.ts";
import type { ExperimentVerbs } from "./experiments/experiment-verbs.ts";
import type { FileVerbs } from "./files/file-verbs.ts";
import type { LessonVerbs, RoomVerbs } from "./lesson/lesson-verbs.ts";
import type { KeepingVerbs, LinkVerbs } from "./opening/opening.ts";
import type { ChangeVerbs } from "./sources/changes/change-verbs.ts";
import type { MountVerbs } from "./sources/mount-verbs.ts";
import type { UpdateVerbs } from "./sources/updates/update-verbs.ts";

/** One open workspace: its state and its verbs. Independent of React. */
export interface Workspace<Verbs = WorkspaceActions> {
  readonly store: StateStore;
  readonly actions: Verbs;
  /** What the conversation gets from the workspace; requests can be composed from it and inspected. */
  readonly chatHost: ChatHost;
  /**
   * Ends what is under way and finishes saving. Resolves when that is done, and only then may another tab write. Never
   * rejects.
   */
  close(): Promise<void>;
}

/** A workspace embedded in another site's page. */
export type EmbeddedWorkspace = Workspace<EmbeddedVerbs>;

/**
 * Everything that a person can do in a workspace. Failures become state (`activity`, `conversation`, `storage`); no
 * verb rejects for a reason outside the program. While another tab saves the workspace, verbs that would change it are
 * refused, and `storage` says so.
 */
export interface WorkspaceActions
  extends SelectionVerbs,
    HarnessVerbs,
    FileVerbs,
    MountVerbs,
    ChangeVerbs,
    UpdateVerbs,
    ChatVerbs,
    ConversationVerbs,
    ModelVerbs,
    ExperimentVerbs,
    LessonVerbs,
    RoomVerbs,
    RunVerbs,
    LinkVerbs,
    KeepingVerbs,
    TryOutVerb {}

/**
 * All verbs of an embed: looking, talking with the demo model, and cancelling or retrying the fetching of the source.
 */
export interface EmbeddedVerbs
  extends SelectionVerbs,
    HarnessVerbs,
    ChatVerbs,
    TryOutVerb,
    Pick<MountVerbs, "cancelMount" | "retryMount"> {}
