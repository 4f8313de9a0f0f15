import { failureOf } from "#lib/failure.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";
import type { Loss, WorkspaceState } from "#lib/state/state.ts";
import type { WorkspaceStorage } from "#lib/storage/persistence.ts";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import type { StoredMountMeta, StoredState } from "./contents.ts";
import { createSaver, type Saver } from "./saver.ts";

/** What one part of the workspace stores. Called at each save. */
export interface Kept {
  readonly state?: () => Partial<StoredState>;
  readonly mounts?: () => Pick<WorkspaceState, "title" | "mounts">;
  /** Further fields stored with a mount. */
  readonly beside?: (mountId: string) => Partial<StoredMountMeta>;
}

/** Creates a verb that in a read-only tab changes nothing and says why. A change is tracked until it is done. */
export type Changing = <Given extends readonly unknown[]>(
  act: (...given: Given) => Promise<void>,
) => (...given: Given) => Promise<void>;

/** What this browser stores of the workspace, and which of its tabs may change it. */
export interface Keeping extends Saver {
  state(): SliceState<"keeping">;
  /** Rejects when this browser stores nothing. */
  readonly storage: Promise<WorkspaceStorage>;
  readonly workspaceId: string;
  /** Adds a part whose fields are stored in the record with every save. */
  include(part: Kept): void;
  /**
   * Saves what was typed or selected, but only where the workspace is stored already: this alone does not create a
   * record.
   */
  saveSmall(): void;
  /** Whether another tab saves this workspace, so that nothing may be changed here. */
  isFollowing(): boolean;
  /** Reports that something was not done, because another tab saves the workspace. */
  refuse(): void;
  readonly changing: Changing;
  /** Tracks a change until it is done: another tab that takes over waits for it. */
  tracked(change: Promise<void>): Promise<void>;
  /** Resolves when all changes under way are done, and are on the disk or cannot be. */
  settled(): Promise<void>;
  /** Reports parts of the workspace that were not restored as they were. */
  lose(...losses: readonly Loss[]): void;
  dismissLosses(): void;
}

interface KeepingNeeds {
  readonly slice: Slice<"keeping">;
  readonly workspaceId: string;
  readonly storage: Promise<WorkspaceStorage>;
  readonly onSaved: () => void;
  readonly closed: AbortSignal;
}

const takenOver: Loss = { kind: "taken-over" };

export function createKeeping({ slice, workspaceId, storage, onSaved, closed }: KeepingNeeds): Keeping {
  const parts: Kept[] = [];
  const changes = new Set<Promise<void>>();
  const openedAt = Date.now();
  const lose = (...losses: readonly Loss[]) => slice.set({ losses: [...slice.get().losses, ...losses] });
  const saver: Saver = createSaver({
    workspaceId,
    storage,
    record: () => recordOf(workspaceId, parts, saver.contents()?.workspace.createdAt ?? openedAt),
    onState: (state) => slice.set({ storage: state }),
    onSaved,
    onDropped: () => {
      if (!slice.get().losses.includes(takenOver)) lose(takenOver);
    },
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
    lose,
    dismissLosses: () => slice.set({ losses: [] }),
  };
}

/** For work that closing the workspace cancels: ignores that cancellation, as nobody is there to be told. */
export function ignoreClosing(closed: AbortSignal, caught: unknown): void {
  if (!closed.aborted || failureOf(caught)?.code !== "cancelled") throw caught;
}

/** The record of a workspace in its present state, for saving. */
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
