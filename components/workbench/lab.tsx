import { type ReactNode, Suspense } from "react";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useWorkspace, WorkspaceProvider } from "#components/workspace/workspace-context.tsx";
import type { Workspace } from "#lib/workspace/workspace.ts";
import { Frame } from "./frame.tsx";

/** Fetched only for an address that cannot be opened. */
const RefusedAddress = fetchedPart(async () => (await import("./refused-address.tsx")).RefusedAddress);

/** Draws an opened workspace. */
export function drawLab(workspace: Workspace): ReactNode {
  return (
    <WorkspaceProvider workspace={workspace}>
      <FrameOrRefusal />
    </WorkspaceProvider>
  );
}

function FrameOrRefusal() {
  const phase = useWorkspace((state) => state.phase);
  if (phase.kind !== "refused") return <Frame />;
  return (
    <Suspense>
      <RefusedAddress failure={phase.failure} />
    </Suspense>
  );
}
