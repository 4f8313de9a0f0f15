import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useWorkspace, WorkspaceProvider } from "#components/workspace/workspace-context.tsx";
import { markBusy } from "#lib/offline/busy.ts";
import { isAwaited } from "#lib/state/state.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { Frame } from "./frame.tsx";

/** Fetched only for an address that cannot be opened. */
const RefusedAddress = fetchedPart(async () => (await import("./refused-address.tsx")).RefusedAddress);

/** Renders an opened workspace. */
export function drawLab(workspace: Workspace): ReactNode {
  return (
    <WorkspaceProvider workspace={workspace}>
      <FrameOrRefusal />
      <Busy />
    </WorkspaceProvider>
  );
}

/** Selects only what it shows, as it would draw the whole lab again with every other change. */
function FrameOrRefusal() {
  const refusal = useWorkspace(({ phase }) => (phase.kind === "refused" ? phase.failure : undefined));
  const moved = useWorkspace(({ phase }) => (phase.kind === "moved" ? phase.path : undefined));
  const { replace } = useRouter();
  useEffect(() => {
    if (moved !== undefined) replace(moved + location.search + location.hash);
  }, [moved, replace]);
  return refusal ? <RefusedAddress failure={refusal} /> : <Frame />;
}

/** Lets what can wait do so while a person waits for the workspace. Of its own, so that the lab is not drawn again with each change of this. */
function Busy() {
  const isBusy = useWorkspace(isAwaited);
  useEffect(() => (isBusy ? markBusy() : undefined), [isBusy]);
  return null;
}
