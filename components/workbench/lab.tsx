import { useRouter } from "next/navigation";
import { type ReactNode, Suspense, useEffect } from "react";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useWorkspace, WorkspaceProvider } from "#components/workspace/workspace-context.tsx";
import type { Visit } from "#lib/workspace/open/arrive.ts";
import { openWorkspace } from "#lib/workspace/open-workspace.ts";
import { Frame } from "./frame.tsx";

/** Fetched only for an address that cannot be opened. */
const RefusedAddress = fetchedPart(async () => (await import("./refused-address.tsx")).RefusedAddress);

export interface OpenLab {
  readonly content: ReactNode;
  /** Resolves when all is saved; never rejects. */
  close(): Promise<void>;
}

/** Opens the workspace of a visit and draws it. Close it with `close()`. */
export function openLab(visit: Visit): OpenLab {
  const workspace = openWorkspace(visit);
  const content = (
    <WorkspaceProvider workspace={workspace}>
      <FrameOrRefusal />
    </WorkspaceProvider>
  );
  return { content, close: workspace.close };
}

function FrameOrRefusal() {
  const phase = useWorkspace((state) => state.phase);
  const { replace } = useRouter();
  const moved = phase.kind === "moved" ? phase.path : undefined;
  useEffect(() => {
    if (moved !== undefined) replace(moved + location.search + location.hash);
  }, [moved, replace]);
  if (phase.kind !== "refused") return <Frame />;
  return (
    <Suspense>
      <RefusedAddress failure={phase.failure} />
    </Suspense>
  );
}
