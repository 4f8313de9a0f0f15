import type { WorkspaceState } from "#lib/state/state.ts";
import { type Action, type ActionGroup, canBeDone } from "./action.ts";
import { conversationActions } from "./conversation-actions.ts";
import { filesActions } from "./files-actions.ts";
import { harnessActions } from "./harness-actions.ts";
import { sourceActions } from "./source-actions.ts";
import { find, workspaceActions } from "./workspace-actions.ts";

/** What is done in a lesson that a live room attends; its steps have buttons of their own. */
const lessonActions: ActionGroup = ({ room }) => {
  if (!room) return [];
  return [
    {
      id: "go-to-look",
      label: "Go where the teacher points",
      isPossible: () => room.look !== undefined,
      run: ({ verbs }) => void verbs.goToLook(),
    },
    {
      id: "follow-teacher",
      label: room.follows ? "Stop following the teacher" : "Follow the teacher",
      run: ({ verbs }) => void verbs.followTeacher(!room.follows),
    },
    { id: "leave-room", label: "Leave the room", run: ({ verbs }) => void verbs.leaveRoom() },
  ] satisfies readonly Action[];
};

const groups = [filesActions, harnessActions, sourceActions, conversationActions, lessonActions, workspaceActions];

/** Everything that can be begun from anywhere, possible now or not, in the order in which it is listed. */
export function allActions(state: WorkspaceState): readonly Action[] {
  return groups.flatMap((actionsOf) => actionsOf(state));
}

/** What can be done as things are. */
export function possibleActions(state: WorkspaceState): readonly Action[] {
  return allActions(state).filter((action) => canBeDone(action, state));
}

/** Those with a key of their own, the palette among them. */
export function shortcutsIn(state: WorkspaceState): readonly Action[] {
  return [find, ...allActions(state)].filter((action) => action.keys && canBeDone(action, state));
}
