import { type Incoming, senderOf } from "#lib/fetching/incoming.ts";
import { canBeFetched, type Mount } from "#lib/state/mount.ts";
import type { Slice } from "#lib/state/slices.ts";
import { createDeliveries, type Deliveries, type Offered, type Received } from "./deliveries.ts";
import { createFolders, type Folders } from "./folders.ts";
import {
  type MountingNeeds,
  type MountOptions,
  mountIncoming,
  mountOffered,
  offerIncoming,
  remount,
} from "./mounting.ts";
import { placeMount } from "./placing.ts";

/** How sources get into the workspace: fetched, shown first where somebody else chose them, and mounted. */
export interface Sources {
  readonly deliveries: Deliveries;
  readonly folders: Folders;
  /** As `mountIncoming`. */
  mount(incoming: Incoming, options?: MountOptions): Promise<void>;
  /** Fetches what a link names, and shows it instead of mounting it. See `offerIncoming`. */
  offer(incoming: Incoming, show: (offered: Offered) => void, again: MountOptions["again"]): Promise<void>;
  /** What `offer` has fetched, verified as far as it has arrived, and kept apart until the person accepts it. */
  offered(): Received | undefined;
  mountOffered(offered: Received, options: MountOptions): Promise<void>;
  /** Fetches the files of a mount again, at its commit, and puts them under the person's changes. */
  remount(mount: Mount): Promise<void>;
  /** Fetches all missing files again: lost ones, and those of a mount whose delivery stopped. */
  fetchMissing(): Promise<void>;
  placeMount(mountId: string, as: Mount["as"], scope: Mount["scope"]): Promise<void>;
  /** Cancels the mount under way or, where there is none, the transfer of contents; what has arrived stays. */
  cancel(): void;
}

interface SourceNeeds extends Omit<MountingNeeds, "deliveries" | "folders"> {
  readonly slices: { readonly deliveries: Slice<"deliveries">; readonly folders: Slice<"folders"> };
  readonly closed: AbortSignal;
}

export function createSources({ slices, ...given }: SourceNeeds): Sources {
  const folders = createFolders({ ...given, slice: slices.folders });
  const deliveries = createDeliveries({ ...given, folders, slice: slices.deliveries });
  const needs = { ...given, deliveries, folders };
  let offered: Received | undefined;
  return {
    deliveries,
    folders,
    mount: (incoming, options) => mountIncoming(needs, senderOf(incoming), options),
    offer: (incoming, show, again) =>
      offerIncoming(needs, senderOf(incoming), {
        take: (received) => {
          offered = received;
        },
        isOffered: (received) => offered === received,
        show,
        again,
      }),
    offered: () => offered,
    mountOffered: async (received, { onMounted, ...how }) => {
      offered = undefined;
      let isMounted = false;
      const mounted = (mount: Mount) => {
        isMounted = true;
        return onMounted?.(mount);
      };
      await mountOffered(needs, received, { ...how, onMounted: mounted });
      // It can be accepted again.
      if (!isMounted) offered = received;
    },
    remount: (mount) => remount(needs, mount),
    fetchMissing: () => fetchMissing(needs),
    placeMount: (mountId, as, scope) => placeMount(needs, mountId, { as, scope }),
    cancel: () => {
      if (!given.activity.cancel()) deliveries.cancel();
    },
  };
}

async function fetchMissing(needs: MountingNeeds): Promise<void> {
  const { mounts, missing } = needs.tree.state();
  const { deliveries } = needs.deliveries.state();
  const stopped = mounts.filter(({ id }) => deliveries.get(id)?.kind === "stopped");
  const resumed = Promise.all(stopped.map((mount) => needs.deliveries.resume(mount)));
  for (const mount of mounts) if (missing.includes(mount.id) && canBeFetched(mount)) await remount(needs, mount);
  await resumed;
}
