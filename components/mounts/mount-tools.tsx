import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { useShowConversation } from "#components/workspace/shown-context.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { isPinned } from "#lib/share/link.ts";
import type { Mount } from "#lib/state/mount.ts";
import styles from "./mount-row.module.css";

/** For a repository: checks for updates, or pins it to its commit. Nothing for other sources. */
export function MountUpdates({ mount, onLeave }: { mount: Mount; onLeave: () => void }) {
  const { checkForUpdate, pinMount } = useActions();
  const showConversation = useShowConversation();
  const { id, label, source, commit, unpinnedRef } = mount;
  if (source.kind !== "git" || commit === undefined) return null;
  if (isPinned(source))
    return (
      <>
        <span className={styles.at}>pinned to this commit: never updated</span>
        <Button
          size="small"
          aria-label={visibleName(`Unpin ${label}`)}
          title={`Follow ${unpinnedRef ?? "the default branch"} again`}
          onClick={() => void pinMount(id, false)}
        >
          Unpin
        </Button>
      </>
    );
  function check() {
    void checkForUpdate(id);
    // The progress is shown above the conversation; on a phone another panel may be in front.
    showConversation();
    onLeave();
  }
  return (
    <>
      <Button size="small" aria-label={visibleName(`Check for updates of ${label}`)} onClick={check}>
        Check for updates
      </Button>
      <Button
        size="small"
        aria-label={visibleName(`Pin ${label}`)}
        title={`Keep it at ${commit.slice(0, 7)} even if ${source.ref ?? "its default branch"} changes`}
        onClick={() => void pinMount(id, true)}
      >
        Pin
      </Button>
    </>
  );
}

/** Fetched when it is first opened. */
const SinceDialog = fetchedDialog(async () => (await import("./updates/since-dialog.tsx")).SinceDialog);

/** For a repository that was updated since the person opened or trusted it: says so, and opens what changed. */
export function SinceTrustedLine({ mount, onLeave }: { mount: Mount; onLeave: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { label, trustedCommit, sinceTrusted } = mount;
  if (trustedCommit === undefined || sinceTrusted === "") return null;
  return (
    <div className={styles.since}>
      {sinceTrusted === undefined ? "Changed since you trusted it at " : "Since you trusted it at "}
      <code>@{trustedCommit.slice(0, 7)}</code>
      {sinceTrusted !== undefined && `: ${sinceTrusted}`}.{" "}
      <Button
        variant="link"
        aria-haspopup="dialog"
        aria-label={visibleName(`What changed in ${label} since you trusted it`)}
        onClick={() => setOpen(true)}
      >
        What changed
      </Button>
      {isOpen && (
        <SinceDialog
          mount={mount}
          onClose={() => setOpen(false)}
          onShown={() => {
            setOpen(false);
            onLeave();
          }}
        />
      )}
    </div>
  );
}

interface MountOrderProps {
  readonly mount: Mount;
  /** Position among all mounts, from 0. */
  readonly index: number;
  readonly count: number;
}

/** Moves a mount among the others: where two mounts contain a skill of the same name, the upper one wins. */
export function MountOrder({ mount, index, count }: MountOrderProps) {
  const { moveMount } = useActions();
  const [hasMoved, setMoved] = useState(false);
  async function move({ currentTarget: button }: MouseEvent<HTMLButtonElement>, by: number) {
    if (button.ariaDisabled === "true") return;
    setMoved(true);
    await moveMount(mount.id, by);
    // Moving the row removed it from the page and inserted it again, which took the focus away.
    button.focus();
  }
  return (
    <>
      <p role="status" className="unseen">
        {hasMoved && `${mount.label} is number ${index + 1} of ${count}`}
      </p>
      {/* Not `disabled` at the ends, which would lose the focus. */}
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

/** Fetched when it is first needed. */
const UnmountDialog = fetchedDialog(async () => (await import("./unmount-dialog.tsx")).UnmountDialog);

/** Unmounts a source: at once where it can be fetched again unchanged, after a question where the person has edited it. */
export function UnmountButton({ mount }: { mount: Mount }) {
  const { ownEdits, unmount } = useActions();
  const [edited, setEdited] = useState<readonly string[]>([]);
  async function ask() {
    const paths = await ownEdits(mount.id);
    if (paths.length > 0) setEdited(paths);
    else await unmount(mount.id);
  }
  return (
    <>
      <IconButton label={`Remove ${mount.label}`} onClick={() => void ask()}>
        <Trash2 size={15} aria-hidden />
      </IconButton>
      {edited.length > 0 && (
        <UnmountDialog
          label={mount.label}
          edited={edited}
          onClose={() => setEdited([])}
          onUnmount={() => void unmount(mount.id)}
        />
      )}
    </>
  );
}
