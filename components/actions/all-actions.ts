import type { WorkspaceState } from "#lib/state/state.ts";
import { type Action, type ActionGroup, canBeDone } from "./action.ts";
import { conversationActions } from "./conversation-actions.ts";
import { filesActions } from "./files-actions.ts";
import { harnessActions } from "./harness-actions.ts";
import { sourceActions } from "./source-actions.ts";
import { find, workspaceActions } from "./workspace-actions.ts";

/** Actions of a lesson that a live room attends; its steps have buttons of their own. */
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

/** Every action that can be begun from anywhere, possible now or not, in display order. */
export function allActions(state: WorkspaceState): readonly Action[] {
  return groups.flatMap((actionsOf) => actionsOf(state));
}

/** The actions that are possible in this state. */
export function possibleActions(state: WorkspaceState): readonly Action[] {
  return allActions(state).filter((action) => canBeDone(action, state));
}

/** The actions that have a shortcut, including the one that opens the palette. */
export function shortcutsIn(state: WorkspaceState): readonly Action[] {
  return [find, ...allActions(state)].filter((action) => action.keys && canBeDone(action, state));
}
