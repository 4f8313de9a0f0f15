import type { WriteOptions } from "#lib/upload/write-zip.ts";
import { withAllConversations } from "#lib/workspace/conversation/conversations.ts";
import type { Changing, Core } from "#lib/workspace/core.ts";
import { whenArrived } from "#lib/workspace/sources/arriving.ts";

/** What is done with the workspace as a whole: keeping it, handing it on. */
export interface KeepingActions {
  /** Makes this tab the one that saves the workspace; the one that did becomes read-only. */
  takeOver(): Promise<void>;
  /** Ends what `losses` tells. What is set aside stays. */
  dismissLosses(): void;
  /** The whole workspace as one file, its changes included; `undefined` while there is nothing to save. */
  exportFile(options?: WriteOptions): Promise<File | undefined>;
  /** Saves everything that could not be saved, if there is room now; `storage` tells. */
  trySaving(): Promise<void>;
  /** All that the person has made here, as one archive; `undefined` where that is nothing. */
  exportChanges(options?: WriteOptions): Promise<File | undefined>;
}

/** The verbs of the workspace as a whole. @param takeOver makes this tab the one that saves @param changing refuses what a read-only tab may not do */
export function keepingActions(core: Core, takeOver: () => Promise<void>, changing: Changing): KeepingActions {
  return {
    takeOver,
    dismissLosses: () => core.store.setState({ losses: [] }),
    exportFile: async (options) => {
      await whenArrived(core);
      const contents = core.saver.contents();
      if (!contents) return undefined;
      const { exportWorkspace } = await import("./export-workspace.ts");
      return exportWorkspace(await withAllConversations(core, contents), options);
    },
    trySaving: changing(() => core.saver.saveAll()),
    exportChanges: async (options) => (await import("./export-changes.ts")).exportChanges(core, options),
  };
}
