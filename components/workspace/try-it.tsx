import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { ownMountId } from "#lib/stage/placement.ts";
import { useReadOnlyTab } from "./saving.tsx";
import { useShowConversation, useShowPanel } from "./shown-context.tsx";
import { useActions, useStateNow, useWorkspace } from "./workspace-context.tsx";

interface TryItProps {
  /** Path of the SKILL.md. */
  readonly location: string;
  /** The skill's name, which tells the button from others for screen readers. */
  readonly name: string;
  /** The line that asked for the skill, to be sent again. */
  readonly said?: string;
  /** Whether the harness has loaded the skill; nothing is installed then. */
  readonly isLoaded?: true;
}

/**
 * Puts a message that uses a skill into the message box; installs the skill first if the harness does not find it. Nothing for a bundled
 * skill.
 */
export function TryIt({ location, name, said, isLoaded }: TryItProps) {
  const isInstallable = useWorkspace(({ files, mounts }) => {
    const mountId = files.locate(location)?.mountId;
    return mountId === ownMountId || mounts.some(({ id }) => id === mountId);
  });
  const follows = useReadOnlyTab();
  const { tryOut } = useActions();
  const stateNow = useStateNow();
  const showConversation = useShowConversation();
  const showPanel = useShowPanel();
  const [isBusy, setBusy] = useState(false);
  if (!isInstallable && !isLoaded) return null;
  async function start() {
    setBusy(true);
    await tryOut(location, said);
    setBusy(false);
    const { selection, view } = stateNow();
    // Where the harness does not load it, its row says why.
    if (view.discovery.skills.some((skill) => skill.location === selection.skill)) showConversation();
    else showPanel("skills");
  }
  return (
    <Button
      size="small"
      aria-label={visibleName(`Try it: ${name}`)}
      disabled={isBusy || follows}
      onClick={() => void start()}
    >
      {isBusy ? "Installing…" : "Try it"}
    </Button>
  );
}
