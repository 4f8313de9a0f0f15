import type { LinkedFile } from "#lib/share/link-query.ts";
import type { Changing, Core } from "#lib/workspace/core.ts";
import type { CarriedChanges } from "#lib/workspace/state/changes.ts";
import type { LinkedSource } from "#lib/workspace/state.ts";
import { carriedChanges } from "./carried.ts";
import { acceptOffer } from "./linked.ts";
import { fetchMissing, removeAside } from "./restore.ts";
import { describeLinked, linkedFile, type ShareOptions, shareLink } from "./sharing.ts";

/** What is done with what the workspace was opened by, a link or what was kept, and to make a link of it again. */
export interface LinkActions {
  /** Fetches the files again that are lost (`missing`) or have not come (`arriving`), of all mounts whose source has an address. */
  fetchMissing(): Promise<void>;
  /** Mounts what the share sheet offered. */
  acceptOffer(): Promise<void>;
  /** What the link has brought that opened this workspace. Looks at every file: for a click, not for every render. */
  describeLinked(): LinkedSource | undefined;
  dismissLinked(): void;
  /** The file that is looked at as a link names it: by its path in the first source; `undefined` elsewhere. */
  linkedFile(): LinkedFile | undefined;
  /** Deletes what is set aside of this workspace, and ends what `losses` tells. */
  removeAside(): Promise<void>;
  /** The person's changes, packed to go along with a link. Throws `files-pending`. */
  carriedChanges(): Promise<CarriedChanges>;
  /** A link to this workspace, pinned to its commit; `undefined` when nothing in it has an address. */
  shareLink(options: ShareOptions): string | undefined;
}

/** The verbs of links. @param changing refuses what a read-only tab may not do */
export function linkActions(core: Core, changing: Changing): LinkActions {
  return {
    fetchMissing: changing(() => fetchMissing(core)),
    acceptOffer: () => acceptOffer(core),
    describeLinked: () => describeLinked(core),
    dismissLinked: () => core.store.setState({ linkedMountId: undefined }),
    linkedFile: () => linkedFile(core),
    removeAside: changing(() => removeAside(core)),
    carriedChanges: async () => carriedChanges(core),
    shareLink: (options) => shareLink(core, options),
  };
}
