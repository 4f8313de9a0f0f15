import { Button } from "#components/ui/button.tsx";
import { visibleName } from "#components/ui/visible-text.tsx";
import { useShowConversation } from "#components/workspace/shown-context.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { isPinned } from "#lib/share/link.ts";
import type { Mount } from "#lib/workspace/state.ts";
import styles from "./mount-row.module.css";

/** For a repository: looking whether it has moved on, or holding it where it is. Nothing for other sources. */
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
    // Its progress stands above the conversation, which another panel of a phone hides.
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
        title={`Hold it at ${commit.slice(0, 7)}, whatever becomes of ${source.ref ?? "its default branch"}`}
        onClick={() => void pinMount(id, true)}
      >
        Pin
      </Button>
    </>
  );
}
