import { failureOf } from "#lib/failure.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";
import type { Loss, WorkspaceState } from "#lib/state/state.ts";
import type { WorkspaceStorage } from "#lib/storage/persistence.ts";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import type { StoredMountMeta, StoredState } from "./contents.ts";
import { createSaver, type Saver } from "./saver.ts";

/** What a part of the workspace has to be kept. Asked at each save. */
export interface Kept {
  readonly state?: () => Partial<StoredState>;
  readonly mounts?: () => Pick<WorkspaceState, "title" | "mounts">;
  /** What is kept with a mount beside itself. */
  readonly beside?: (mountId: string) => Partial<StoredMountMeta>;
}

/** Makes a verb that, in a tab that only looks, changes nothing and says why. What it does is noted until it is done. */
export type Changing = <Given extends readonly unknown[]>(
  act: (...given: Given) => Promise<void>,
) => (...given: Given) => Promise<void>;

/** What this browser keeps of the workspace, and which of its tabs may change it. */
export interface Keeping extends Saver {
  state(): SliceState<"keeping">;
  /** Rejects when this browser keeps nothing. */
  readonly storage: Promise<WorkspaceStorage>;
  readonly workspaceId: string;
  /** Has a part's share of the record kept with every save. */
  include(part: Kept): void;
  /** Saves what was typed or looked at, where the workspace is kept at all: nothing begins to be kept by that alone. */
  saveSmall(): void;
  /** Whether another tab saves this workspace, so that nothing of it may be changed here. */
  isFollowing(): boolean;
  /** Says that something was not done, because another tab saves the workspace. */
  refuse(): void;
  readonly changing: Changing;
  /** Notes a change under way until it is done: another tab that takes over waits for it. */
  tracked(change: Promise<void>): Promise<void>;
  /** Resolves when all that was begun is done, and is on the disk or cannot be. */
  settled(): Promise<void>;
  /** Tells of parts of the workspace that were not brought back as they were. */
  lose(...losses: readonly Loss[]): void;
  dismissLosses(): void;
}

interface KeepingNeeds {
  readonly slice: Slice<"keeping">;
  readonly workspaceId: string;
  readonly storage: Promise<WorkspaceStorage>;
  /** Called after each save. */
  readonly onSaved: () => void;
  readonly closed: AbortSignal;
}

export function createKeeping({ slice, workspaceId, storage, onSaved, closed }: KeepingNeeds): Keeping {
  const parts: Kept[] = [];
  const changes = new Set<Promise<void>>();
  const openedAt = Date.now();
  const saver: Saver = createSaver({
    workspaceId,
    storage,
    record: () => recordOf(workspaceId, parts, saver.contents()?.workspace.createdAt ?? openedAt),
    onState: (state) => slice.set({ storage: state }),
    onSaved,
  });
  const isFollowing = () => slice.get().storage.kind === "elsewhere";
  const refuse = () => slice.set({ storage: { kind: "elsewhere", refused: true } });
  async function tracked(change: Promise<void>): Promise<void> {
    changes.add(change);
    try {
      await change;
    } catch (caught) {
      ignoreClosing(closed, caught);
    } finally {
      changes.delete(change);
    }
  }
  return {
    ...saver,
    state: slice.get,
    storage,
    workspaceId,
    include: (part) => void parts.push(part),
    saveSmall: () => {
      if (saver.contents()) void saver.saveDrafts();
    },
    isFollowing,
    refuse,
    changing:
      (act) =>
      async (...given) => {
        if (isFollowing()) refuse();
        else await tracked(act(...given));
      },
    tracked,
    settled: async () => {
      await Promise.allSettled(changes);
      await saver.flush();
    },
    lose: (...losses) => slice.set({ losses: [...slice.get().losses, ...losses] }),
    dismissLosses: () => slice.set({ losses: [] }),
  };
}

/** For work that closing the workspace cancels: swallows that cancellation, as nobody is there to be told. */
export function ignoreClosing(closed: AbortSignal, caught: unknown): void {
  if (!closed.aborted || failureOf(caught)?.code !== "cancelled") throw caught;
}

/** The record of a workspace as its parts stand, to be saved. */
function recordOf(id: string, parts: readonly Kept[], createdAt: number): StoredWorkspace {
  const { title = "", mounts = [] } = parts.find((part) => part.mounts)?.mounts?.() ?? {};
  const beside = (mountId: string) => Object.assign({}, ...parts.map((part) => part.beside?.(mountId)));
  return {
    schema: 1,
    id,
    title,
    createdAt,
    usedAt: Date.now(),
    fileCount: mounts.reduce((total, mount) => total + mount.fileCount, 0),
    byteCount: mounts.reduce((total, mount) => total + mount.byteCount, 0),
    mounts: mounts.map((mount) => ({ id: mount.id, meta: { ...mount, ...beside(mount.id) } })),
    state: Object.assign({}, ...parts.map((part) => part.state?.())) as StoredState,
  };
}
