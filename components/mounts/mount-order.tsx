import { ArrowDown, ArrowUp } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { Mount } from "#lib/workspace/state.ts";

interface MountOrderProps {
  readonly mount: Mount;
  /** Its place among all mounts, from 0. */
  readonly index: number;
  readonly count: number;
}

/** Moves a mount among the others: where two bring a skill of one name, the upper one has it. */
export function MountOrder({ mount, index, count }: MountOrderProps) {
  const { moveMount } = useActions();
  const [hasMoved, setMoved] = useState(false);
  async function move({ currentTarget: button }: MouseEvent<HTMLButtonElement>, by: number) {
    if (button.ariaDisabled === "true") return;
    setMoved(true);
    await moveMount(mount.id, by);
    // The row was taken out of the page and put in again elsewhere, which takes the focus from it.
    button.focus();
  }
  return (
    <>
      <p role="status" className="unseen">
        {hasMoved && `${mount.label} is number ${index + 1} of ${count}`}
      </p>
      {/* Not `disabled` at the ends: the focus would be lost there. */}
      <IconButton
        label={`Move ${mount.label} up`}
        aria-disabled={index === 0}
        onClick={(event) => void move(event, -1)}
      >
        <ArrowUp size={15} aria-hidden />
      </IconButton>
      <IconButton
        label={`Move ${mount.label} down`}
        aria-disabled={index === count - 1}
        onClick={(event) => void move(event, 1)}
      >
        <ArrowDown size={15} aria-hidden />
      </IconButton>
    </>
  );
}
