import { type KeepingActions, keepingActions } from "./archive/keeping-actions.ts";
import { type ChangeActions, changeActions } from "./changes/change-actions.ts";
import { type ChatActions, chatActions } from "./chat/chat-actions.ts";
import { type ConversationActions, conversationActions } from "./chat/conversation-actions.ts";
import { type SecretActions, secretActions } from "./chat/secret-actions.ts";
import { type Core, refusedWhileFollowing, type WorkspaceChat } from "./core.ts";
import { type EvalActions, evalActions } from "./evals/eval-actions.ts";
import { type FileActions, fileActions } from "./files/file-actions.ts";
import { type HarnessActions, harnessActions } from "./harness-actions.ts";
import { type LessonActions, lessonActions } from "./lesson/lesson-actions.ts";
import { type RoomActions, roomActions } from "./lesson/room-actions.ts";
import { type MountActions, mountActions } from "./mounts/mount-actions.ts";
import { type LinkActions, linkActions } from "./open/link-actions.ts";
import { type TrialActions, trialActions } from "./trials/trial-actions.ts";
import { type UpdateActions, updateActions } from "./updates/update-actions.ts";

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
