import type { StoreApi } from "zustand/vanilla";
import type { ChatHost } from "#lib/chat/session.ts";
import type { WorkspaceActions } from "./actions.ts";
import type { WorkspaceState } from "./state.ts";

/** One open workspace: what it is, and what can be done with it. Lives outside React. */
export interface Workspace {
  readonly store: StoreApi<WorkspaceState>;
  readonly actions: WorkspaceActions;
  /** What its conversation gets from it: a request can be composed from it and looked at. */
  readonly chatHost: ChatHost;
  /**
   * Ends what is under way and finishes saving. Resolves when that is done, and only then may another tab write. Never
   * rejects.
   */
  close(): Promise<void>;
}
