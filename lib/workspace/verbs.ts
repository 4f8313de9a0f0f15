import type { ChatVerbs } from "./conversation/chat-verbs.ts";
import type { ConversationVerbs } from "./conversation/conversation-verbs.ts";
import type { ModelVerbs } from "./conversation/model-verbs.ts";
import type { ExperimentVerbs } from "./experiments/experiment-verbs.ts";
import type { FileVerbs } from "./files/file-verbs.ts";
import type { HarnessVerbs } from "./harness/harness.ts";
import type { LessonVerbs, RoomVerbs } from "./lesson/lesson-verbs.ts";
import type { KeepingVerbs, LinkVerbs } from "./opening/opening.ts";
import type { RunVerbs } from "./runs/runs.ts";
import type { ChangeVerbs } from "./sources/changes/change-verbs.ts";
import type { MountVerbs } from "./sources/mount-verbs.ts";
import type { UpdateVerbs } from "./sources/updates/update-verbs.ts";
import type { SelectionVerbs } from "./tree/selected.ts";

/**
 * Everything a person can do in a workspace. Failures become state (`activity`, `conversation`,
 * `storage`); none of these rejects for a reason outside the program. While another tab saves the workspace, what
 * would change it is refused, and `storage` says so.
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
    KeepingVerbs {
  /**
   * Installs a skill that lies where the harness does not look, for this harness, and puts a sample request into
   * the message box; `undoMount` takes it back. Of a loaded skill only the latter. `location`: of its SKILL.md; `said`:
   * the line that asked for it, which is kept.
   */
  tryOut(location: string, said?: string): Promise<void>;
}

/** All that can be done within somebody's page: looking, talking with the demo model, and ending or trying again what brings the source. */
export interface EmbeddedVerbs
  extends SelectionVerbs,
    HarnessVerbs,
    ChatVerbs,
    Pick<MountVerbs, "cancelMount" | "retryMount">,
    Pick<WorkspaceActions, "tryOut"> {}
