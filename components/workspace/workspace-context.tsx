import { createContext, type ReactNode, use, useDeferredValue } from "react";
import { useStore } from "zustand";
import type { ChatHost } from "#lib/chat/session.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import type { EmbeddedWorkspace } from "#lib/workspace/open-embedded.ts";
import type { Workspace, WorkspaceActions } from "#lib/workspace/open-workspace.ts";

const WorkspaceContext = createContext<Workspace | EmbeddedWorkspace | undefined>(undefined);
const EmbeddedContext = createContext(false);

interface WorkspaceProviderProps {
  readonly workspace: Workspace | EmbeddedWorkspace;
  /** Whether it is rendered in another site's page. */
  readonly isEmbedded?: boolean;
  readonly children: ReactNode;
}

export function WorkspaceProvider({ workspace, isEmbedded = false, children }: WorkspaceProviderProps) {
  return (
    <EmbeddedContext value={isEmbedded}>
      <WorkspaceContext value={workspace}>{children}</WorkspaceContext>
    </EmbeddedContext>
  );
}

/** Whether the workspace is in an embed, which offers nothing that a hijacked click could misuse. */
export function useIsEmbedded(): boolean {
  return use(EmbeddedContext);
}

function useOpenWorkspace(): Workspace | EmbeddedWorkspace {
  const workspace = use(WorkspaceContext);
  if (!workspace) throw new Error("This component must stand inside <WorkspaceProvider>.");
  return workspace;
}

/** The part of the state that `select` picks; renders again only when that part changes. `select` must not build new objects. */
export function useWorkspace<T>(select: (state: WorkspaceState) => T): T {
  return useStore(useOpenWorkspace().store, select);
}

/**
 * Like `useWorkspace`, for large parts: the file tree, and what the harness makes of it. React renders a store's change synchronously; a
 * component that uses this follows right after, in slices, and the page stays responsive meanwhile.
 */
export function useWorkspaceInSlices<T>(select: (state: WorkspaceState) => T): T {
  return useDeferredValue(useWorkspace(select));
}

/** Returns a function that reads the current state when called: for event handlers. */
export function useStateNow(): () => WorkspaceState {
  return useOpenWorkspace().store.getState;
}

/** Whether a lesson's project is open. */
export function useHasLesson(): boolean {
  return useWorkspace(({ mounts, phase }) => phase.kind === "ready" && mounts.some(({ lesson }) => lesson));
}

/** What the workspace offers its conversation; the same object for the workspace's life. */
export function useChatHost(): ChatHost {
  return useOpenWorkspace().chatHost;
}

/**
 * The workspace's verbs; the same object for the workspace's life. In an embed they are `EmbeddedVerbs` only, as nothing rendered there
 * uses more.
 */
export function useActions(): WorkspaceActions {
  return useOpenWorkspace().actions as WorkspaceActions;
}
