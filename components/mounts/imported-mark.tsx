import { Button } from "#components/ui/button.tsx";
import { plural } from "#components/ui/format.ts";
import { Tag } from "#components/ui/tag.tsx";
import { useShowConversation } from "#components/workspace/shown-context.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { canBeFetched } from "#lib/workspace/mounts/mount-source.ts";
import type { Mount } from "#lib/workspace/state.ts";

/** For a source that came with a workspace file: whether its files were found to be what they are said to be. */
export function ImportedMark({ mount }: { mount: Mount }) {
  if (!mount.imported) return null;
  const { verified, differing } = mount.imported;
  if (verified !== undefined) {
    const at = /^[0-9a-f]{40}$/.test(verified) ? ` at @${verified.slice(0, 7)}` : "";
    return <Tag title="It came with a workspace file, and its files are those of its source">verified{at}</Tag>;
  }
  if (differing !== undefined) {
    return (
      <Tag tone="bad" title="It came with a workspace file, and its files are not those of its source">
        imported, not verified: {plural(differing, "file")} {differing === 1 ? "differs" : "differ"}
      </Tag>
    );
  }
  return (
    <Tag tone="bad" title="It came with a workspace file: whoever made that may have put any files under this name">
      imported, not verified
    </Tag>
  );
}

/** Compares the files of an imported source with what its host has; nothing where there is nothing to compare with. */
export function CompareWithHost({ mount, onLeave }: { mount: Mount; onLeave: () => void }) {
  const { compareWithHost } = useActions();
  const showConversation = useShowConversation();
  if (!canBeFetched(mount)) return null;
  function compare() {
    void compareWithHost(mount.id);
    // Its progress stands above the conversation, which another panel of a phone hides.
    showConversation();
    onLeave();
  }
  return (
    <Button size="small" aria-label={`Compare with the host: ${mount.label}`} onClick={compare}>
      Compare with the host
    </Button>
  );
}
