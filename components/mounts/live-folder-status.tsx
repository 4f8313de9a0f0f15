import { Button } from "#components/ui/button.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { visibleName } from "#components/ui/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Mount } from "#lib/workspace/state.ts";

/** For a mount that follows a folder: reading it again, or allowing that again after a reload. Nothing for others. */
export function LiveFolderStatus({ mount }: { mount: Mount }) {
  const status = useWorkspace(({ live }) => live.get(mount.id));
  const { readAgain } = useActions();
  if (status === undefined) return null;
  const isLocked = status === "locked";
  return (
    <>
      <Tag title="Read again when you come back to this page; your own edits stay">live folder</Tag>
      <Button
        size="small"
        disabled={status === "reading"}
        aria-label={
          isLocked ? visibleName(`Allow reading ${mount.label} again`) : visibleName(`Refresh ${mount.label}`)
        }
        onClick={() => void readAgain(mount.id)}
      >
        {isLocked ? "Allow reading again" : "Refresh"}
      </Button>
    </>
  );
}
