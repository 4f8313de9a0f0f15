import { type ChatActions, chatActions } from "#lib/workspace/conversation/chat-actions.ts";
import { type ConversationActions, conversationActions } from "#lib/workspace/conversation/conversation-actions.ts";
import { type EvalActions, evalActions } from "#lib/workspace/conversation/evals/eval-actions.ts";
import { type TrialActions, trialActions } from "#lib/workspace/conversation/trials/trial-actions.ts";
import { type ChangeActions, changeActions } from "#lib/workspace/files/change-actions.ts";
import { type HarnessActions, harnessActions } from "#lib/workspace/harness/harness-actions.ts";
import { type KeepingActions, keepingActions } from "#lib/workspace/keeping/archive/keeping-actions.ts";
import { type SecretActions, secretActions } from "#lib/workspace/models/secret-actions.ts";
import { type LinkActions, linkActions } from "#lib/workspace/opening/link-actions.ts";
import { type MountActions, mountActions } from "#lib/workspace/sources/mount-actions.ts";
import { type UpdateActions, updateActions } from "#lib/workspace/sources/updates/update-actions.ts";
import { type Core, refusedWhileFollowing, type WorkspaceChat } from "./core.ts";
import { type FileActions, fileActions } from "./files/file-actions.ts";
import { type LessonActions, lessonActions } from "./lesson/lesson-actions.ts";
import { type RoomActions, roomActions } from "./lesson/room-actions.ts";

/**
 * Everything a person can do in a workspace. Failures become state (`activity`, `conversation`,
 * `storage`); none of these rejects for a reason outside the program. While another tab saves the workspace, what
 * would change it is refused, and `storage` says so.
 */
export type WorkspaceActions = MountActions &
  UpdateActions &
  SecretActions &
  HarnessActions &
  FileActions &
  ChangeActions &
  ChatActions &
  ConversationActions &
  EvalActions &
  TrialActions &
  LessonActions &
  RoomActions &
  LinkActions &
  KeepingActions;

/** The verbs of a workspace, bound to it: what components may do. */
export function bindActions(core: Core, chat: WorkspaceChat, takeOver: () => Promise<void>): WorkspaceActions {
  const changing = refusedWhileFollowing(core);
  return {
    ...mountActions(core, changing),
    ...updateActions(core, changing),
    ...secretActions(core),
    ...harnessActions(core, changing),
    ...fileActions(core, changing),
    ...changeActions(core, changing),
    ...chatActions(core, chat, changing),
    ...conversationActions(core, chat, changing),
    ...evalActions(core, changing),
    ...trialActions(core),
    ...lessonActions(core, chat, changing),
    ...roomActions(core),
    ...linkActions(core, changing),
    ...keepingActions(core, takeOver, changing),
  };
}
