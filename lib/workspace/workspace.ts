import type { ChatHost } from "#lib/chat/session.ts";
import type { StateStore } from "#lib/state/slices.ts";
import type { EmbeddedVerbs, WorkspaceActions } from "./verbs.ts";

/** One open workspace: what it is, and what can be done with it. Lives outside React. */
export interface Workspace<Verbs = WorkspaceActions> {
  readonly store: StateStore;
  readonly actions: Verbs;
  /** What its conversation gets from it: a request can be composed from it and looked at. */
  readonly chatHost: ChatHost;
  /**
   * Ends what is under way and finishes saving. Resolves when that is done, and only then may another tab write. Never
   * rejects.
   */
  close(): Promise<void>;
}

/** A workspace within somebody's page. */
export type EmbeddedWorkspace = Workspace<EmbeddedVerbs>;
