import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { visibleName } from "#components/ui/visible-pieces.ts";
import { ownMountId } from "#lib/stage/placement.ts";
import { useReadOnlyTab } from "./saving.tsx";
import { useShowConversation } from "./shown-context.tsx";
import { useActions, useWorkspace } from "./workspace-context.tsx";

interface TryItProps {
  /** Path of the SKILL.md. */
  readonly location: string;
  /** Told from others by it. */
  readonly name: string;
  /** The line that asked for it, to be said again. */
  readonly said?: string;
  /** Whether the harness has loaded it: then nothing is installed. */
  readonly isLoaded?: true;
}

/**
 * Puts what may be said to a skill into the message box, having installed it where the harness does not look for it.
 * Nothing where it comes with the harness.
 */
export function TryIt({ location, name, said, isLoaded }: TryItProps) {
  const isInstallable = useWorkspace(({ files, mounts }) => {
    const mountId = files.locate(location)?.mountId;
    return mountId === ownMountId || mounts.some(({ id }) => id === mountId);
  });
  const follows = useReadOnlyTab();
  const { tryOut } = useActions();
  const showConversation = useShowConversation();
  const [isBusy, setBusy] = useState(false);
  if (!isInstallable && !isLoaded) return null;
  async function start() {
    setBusy(true);
    await tryOut(location, said);
    setBusy(false);
    showConversation();
  }
  return (
    <Button
      size="small"
      aria-label={visibleName(`Try it: ${name}`)}
      disabled={isBusy || follows}
      onClick={() => void start()}
    >
      {isBusy ? "Installing …" : "Try it"}
    </Button>
  );
}
