import { createContext, type ReactNode, use, useDeferredValue } from "react";
import { useStore } from "zustand";
import type { ChatHost } from "#lib/chat/session.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import type { EmbeddedWorkspace, Workspace, WorkspaceActions } from "#lib/workspace/workspace.ts";

const WorkspaceContext = createContext<Workspace | EmbeddedWorkspace | undefined>(undefined);
const EmbeddedContext = createContext(false);

interface WorkspaceProviderProps {
  readonly workspace: Workspace | EmbeddedWorkspace;
  /** Whether it stands within somebody's page. */
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

/** Whether the workspace stands within somebody's page, where nothing is offered that a stolen click could misuse. */
export function useIsEmbedded(): boolean {
  return use(EmbeddedContext);
}

function useOpenWorkspace(): Workspace | EmbeddedWorkspace {
  const workspace = use(WorkspaceContext);
  if (!workspace) throw new Error("This component must stand inside <WorkspaceProvider>.");
  return workspace;
}

/** The part of the state that `select` picks; redraws only when that part changes. It must not build new objects. */
export function useWorkspace<T>(select: (state: WorkspaceState) => T): T {
  return useStore(useOpenWorkspace().store, select);
}

/**
 * As `useWorkspace`, for a part that much is drawn from: the tree, and what the harness makes of it. React draws a
 * store's change in one go; who reads by this follows right behind it, in slices, and the page stays alive meanwhile.
 */
export function useWorkspaceInSlices<T>(select: (state: WorkspaceState) => T): T {
  return useDeferredValue(useWorkspace(select));
}

/** A function that tells the state as it is when it is called: for what a click does. */
export function useStateNow(): () => WorkspaceState {
  return useOpenWorkspace().store.getState;
}

/** Whether a lesson's project is open. */
export function useHasLesson(): boolean {
  return useWorkspace(({ mounts, phase }) => phase.kind === "ready" && mounts.some(({ lesson }) => lesson));
}

/** What the workspace's conversation gets from it; the same object for the workspace's life. */
export function useChatHost(): ChatHost {
  return useOpenWorkspace().chatHost;
}

/**
 * What a person can do; the same object for the workspace's life. Within somebody's page it holds `EmbeddedVerbs` alone:
 * what is drawn there begins nothing else.
 */
export function useActions(): WorkspaceActions {
  return useOpenWorkspace().actions as WorkspaceActions;
}
