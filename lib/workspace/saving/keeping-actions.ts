import type { WriteOptions } from "#lib/upload/write-zip.ts";
import type { Changing } from "#lib/workspace/changing.ts";
import { withAllConversations } from "#lib/workspace/chat/conversations.ts";
import type { Core } from "#lib/workspace/core.ts";
import { whenArrived } from "#lib/workspace/mounts/arriving.ts";
import { carriedChanges } from "#lib/workspace/open/carried.ts";
import { removeAside } from "#lib/workspace/open/restore.ts";
import type { ShareOptions } from "#lib/workspace/open/sharing.ts";
import { shareLink } from "#lib/workspace/open/sharing.ts";
import type { CarriedChanges } from "#lib/workspace/state/changes.ts";

/** What is done with the workspace as a whole: keeping it, handing it on. */
export interface KeepingActions {
  /** Makes this tab the one that saves the workspace; the one that did becomes read-only. */
  takeOver(): Promise<void>;
  /** Ends what `losses` tells. What is set aside stays. */
  dismissLosses(): void;
  /** Deletes what is set aside of this workspace, and ends what `losses` tells. */
  removeAside(): Promise<void>;
  /** The whole workspace as one file, its changes included; `undefined` while there is nothing to save. */
  exportFile(options?: WriteOptions): Promise<File | undefined>;
  /** Saves everything that could not be saved, if there is room now; `storage` tells. */
  trySaving(): Promise<void>;
  /** All that the person has made here, as one archive; `undefined` where that is nothing. */
  exportChanges(options?: WriteOptions): Promise<File | undefined>;
  /** The person's changes, packed to go along with a link. Throws `files-pending`. */
  carriedChanges(): Promise<CarriedChanges>;
  /** A link to this workspace, pinned to its commit; `undefined` when nothing in it has an address. */
  shareLink(options: ShareOptions): string | undefined;
}

/** The verbs of the workspace as a whole. @param takeOver makes this tab the one that saves @param changing refuses what a read-only tab may not do */
export function keepingActions(core: Core, takeOver: () => Promise<void>, changing: Changing): KeepingActions {
  return {
    takeOver,
    dismissLosses: () => core.store.setState({ losses: [] }),
    removeAside: changing(() => removeAside(core)),
    exportFile: async (options) => {
      await whenArrived(core);
      const contents = core.saver.contents();
      if (!contents) return undefined;
      const { exportWorkspace } = await import("#lib/workspace/archive/export-workspace.ts");
      return exportWorkspace(await withAllConversations(core, contents), options);
    },
    trySaving: changing(() => core.saver.saveAll()),
    exportChanges: async (options) =>
      (await import("#lib/workspace/archive/export-changes.ts")).exportChanges(core, options),
    carriedChanges: async () => carriedChanges(core),
    shareLink: (options) => shareLink(core, options),
  };
}
