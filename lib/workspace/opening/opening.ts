import { isPinned } from "#lib/share/link.ts";
import type { LinkedFile } from "#lib/share/link-query.ts";
import type { CarriedChanges } from "#lib/state/changes.ts";
import type { LinkedSource } from "#lib/state/state.ts";
import type { WorkspaceChannel } from "#lib/storage/workspace-channel.ts";
import type { WriteOptions } from "#lib/upload/write-zip.ts";
import type { Visit } from "./arrival.ts";
import type { ArriveNeeds } from "./arrive.ts";
import { acceptOffer, openedLink } from "./linked.ts";
import { removeAside } from "./restore.ts";
import { describeLinked, linkedFile, type ShareOptions, shareLink } from "./sharing.ts";
import { electWriter } from "./writer-election.ts";

/** Verbs for the link or stored state that opened the workspace, and for creating a link to it. */
export interface LinkVerbs {
  /** Mounts the source that the share sheet offered. */
  acceptOffer(): Promise<void>;
  /** The content that the link of this workspace has brought. Reads every file: for a click, not for every render. */
  describeLinked(): LinkedSource | undefined;
  dismissLinked(): void;
  /** The selected file as a link names it: by its path in the first source; `undefined` elsewhere. */
  linkedFile(): LinkedFile | undefined;
  /** Deletes the records of this workspace that were set aside, and dismisses `losses`. */
  removeAside(): Promise<void>;
  /** The person's changes, packed for a link. Throws `files-pending`. */
  carriedChanges(): Promise<CarriedChanges>;
  /** A link to this workspace, pinned to its commit; `undefined` when nothing in it has an address. */
  shareLink(options: ShareOptions): string | undefined;
}

/** Verbs for the workspace as a whole: saving and passing on. */
export interface KeepingVerbs {
  /** Makes this tab the one that saves the workspace; the tab that did becomes read-only. */
  takeOver(): Promise<void>;
  /** Dismisses `losses`. Records that were set aside stay. */
  dismissLosses(): void;
  /** The whole workspace as one file, its changes included; `undefined` while there is nothing to save. */
  exportFile(options?: WriteOptions): Promise<File | undefined>;
  /** Tries again to save everything that could not be saved; `storage` reports the result. */
  trySaving(): Promise<void>;
  /** Everything that the person has made here, as one archive; `undefined` where there is nothing. */
  exportChanges(options?: WriteOptions): Promise<File | undefined>;
}

/** Opening the workspace of an address, saving it from one tab, and turning it into a link or file. */
export interface Opening {
  readonly verbs: LinkVerbs & KeepingVerbs;
  /** Ends what is under way and finishes saving; only then may another tab write. */
  giveBack(): Promise<void>;
}

interface OpeningNeeds extends Omit<ArriveNeeds, "link" | "last"> {
  readonly visit: Visit;
  readonly channel: WorkspaceChannel;
}

/** Opens the workspace at once; progress shows in the store. */
export function createOpening({ visit, channel, ...given }: OpeningNeeds): Opening {
  const needs: ArriveNeeds = { ...given, link: openedLink(visit), last: {} };
  needs.keeping.include({ state: () => ({ search: needs.link.search }) });
  const election = electWriter(needs, channel, visit);
  return {
    giveBack: election.giveBack,
    verbs: { ...linkVerbs(needs), ...keepingVerbs(needs, election.takeOver) },
  };
}

function linkVerbs(needs: ArriveNeeds): LinkVerbs {
  const { slice, tree, keeping, sources } = needs;
  return {
    acceptOffer: () => acceptOffer(needs),
    describeLinked: () => {
      const mount = tree.mountOf(slice.get().linkedMountId ?? "");
      const grown = mount && tree.grown(mount.id);
      if (!grown) return undefined;
      const described = describeLinked(mount, grown.volume, sources.deliveries.state().deliveries.has(mount.id));
      const named = needs.link.source;
      return { ...described, pinned: named !== undefined && isPinned(named) };
    },
    dismissLinked: () => slice.set({ linkedMountId: undefined }),
    linkedFile: () => linkedFile(needs),
    removeAside: keeping.changing(() => removeAside(needs)),
    carriedChanges: async () =>
      (await import("./carried.ts")).carriedChanges({ ...needs, deliveries: sources.deliveries }),
    shareLink: (options) => shareLink(needs, options),
  };
}

function keepingVerbs(needs: ArriveNeeds, takeOver: () => Promise<void>): KeepingVerbs {
  const { keeping, sources, chat } = needs;
  return {
    takeOver,
    dismissLosses: keeping.dismissLosses,
    exportFile: async (options) => {
      await sources.deliveries.whenComplete();
      const contents = keeping.contents();
      if (!contents) return undefined;
      const { exportWorkspace } = await import("#lib/keeping/archive/export-workspace.ts");
      return exportWorkspace(await chat.withAll(contents), options);
    },
    trySaving: keeping.changing(keeping.saveAll),
    exportChanges: async (options) => (await import("./export-changes.ts")).exportChanges(needs, options),
  };
}
