import type { WorkspaceState } from "#lib/workspace/state.ts";
import { type Action, canBeDone } from "./action.ts";
import { conversationActions } from "./conversation-actions.ts";
import { filesActions } from "./files-actions.ts";
import { harnessActions } from "./harness-actions.ts";
import { lessonActions } from "./lesson-actions.ts";
import { sourceActions } from "./source-actions.ts";
import { find, workspaceActions } from "./workspace-actions.ts";

const rooms = [filesActions, harnessActions, sourceActions, conversationActions, lessonActions, workspaceActions];

/** Everything that can be begun from anywhere, possible now or not, in the order in which it is listed. */
export function allActions(state: WorkspaceState): readonly Action[] {
  return rooms.flatMap((room) => room(state));
}

/** What can be done as things are. */
export function possibleActions(state: WorkspaceState): readonly Action[] {
  return allActions(state).filter((action) => canBeDone(action, state));
}

/** Those with a key of their own, the palette among them. */
export function shortcutsIn(state: WorkspaceState): readonly Action[] {
  return [find, ...allActions(state)].filter((action) => action.keys && canBeDone(action, state));
}
