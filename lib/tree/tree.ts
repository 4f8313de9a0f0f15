import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import { indexTree, type MountTree } from "#lib/stage/mount-tree.ts";
import { bundledMountId, ownMountId, type Placement, type PlacementInput, placeMounts } from "#lib/stage/placement.ts";
import type { Mount } from "#lib/state/mount.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";
import type { StoredFiles } from "#lib/storage/storage-shapes.ts";
import { createMountTable, isSameFile, type MountTable } from "#lib/vfs/mount-table.ts";
import { createSnapshot } from "#lib/vfs/snapshot.ts";
import { createVolume, type Volume } from "#lib/vfs/volume.ts";
import type { Selected } from "./selected.ts";
import type { Typed } from "./typed.ts";

/** Files of a mount, and the findings from fetching them. */
export interface GrownMount {
  readonly tree: MountTree;
  readonly notices: readonly Notice[];
}

/** The mounts of the workspace when it was last saved. */
export interface RestoredTree {
  readonly title: string;
  readonly mounts: readonly Mount[];
  readonly trees: ReadonlyMap<string, MountTree>;
}

/** The mounted sources, their files, and the one tree that contains all of them. */
export interface Tree {
  state(): SliceState<"tree">;
  /** The tree as last shown, in which writes find their mount. */
  table(): MountTable<Volume>;
  /** The workspace's own files, below every mount: home folder, state files, an empty working folder. */
  own(): MountTree;
  /** The files of a mount; `undefined` where they were lost. */
  grown(mountId: string): MountTree | undefined;
  mountOf(mountId: string): Mount | undefined;
  /** The snapshot of a mount and the person's changes to it, as stored; empty where they were lost. */
  filesOf(mountId: string): StoredFiles;
  /** The findings from mounting a source, for the list of problems; also for `bundledMountId`. */
  noticesOf(mountId: string): readonly Notice[];
  /**
   * Resolves when the skills bundled with a harness are fetched, or cannot be. Every harness waits for it before it
   * starts.
   */
  whenBundled(): Promise<void>;
  /** The placement of everything under a harness, in steps (`placeMounts`). */
  placedFor(profile: Profile): Generator<undefined, Placement>;
  /** Everything that `placedFor` places, for callers that place it differently. */
  trees(): Pick<PlacementInput, "own" | "bundled" | "trees">;
  /** Shows a placed tree; selection and drafts get the paths that their files have there. */
  show(table: MountTable<Volume>): void;
  /** Shows contents that have arrived, which move nothing. */
  showContents(table: MountTable<Volume>): void;

  /** Adds a mount with its files, as the last one or at `index`. Nothing is shown before `show`. */
  add(mount: Mount, grown: GrownMount, index?: number): void;
  remove(mountId: string): void;
  change(mountId: string, change: (mount: Mount) => Mount): void;
  /** Sets the mounts: in another order, or in other places. */
  arrange(mounts: readonly Mount[]): void;
  /** Replaces a mount's files. */
  grow(mountId: string, tree: MountTree): void;
  note(mountId: string, notices: readonly Notice[]): void;
  /** Updates which SKILL.md files a mount has, after one was added or removed. */
  reindex(mountId: string): void;
  putOwn(tree: MountTree): void;
  /** Adds the skills bundled with harnesses once they are fetched, or else the notices about them. */
  bundle(coming: Promise<MountTree | readonly Notice[]>): void;
  restore(restored: RestoredTree): void;
}

interface TreeNeeds {
  readonly slice: Slice<"tree">;
  readonly keeping: Keeping;
  readonly selected: Selected;
  readonly typed: Typed;
}

interface Held {
  table: MountTable<Volume>;
  own: MountTree;
  bundled?: MountTree;
  bundling: Promise<void>;
  readonly trees: Map<string, MountTree>;
  readonly notices: Map<string, readonly Notice[]>;
}

const noFiles: StoredFiles = { base: createSnapshot([]), edits: new Map() };

export function createTree({ slice, keeping, selected, typed }: TreeNeeds): Tree {
  const held = emptyTree();
  slice.set({ files: held.table });
  keeping.include({ mounts: slice.get });
  return {
    ...readingOf(held, slice, keeping),
    ...changingOf(held, slice),
    show: (table) => {
      const { mounts } = slice.get();
      const before = held.table;
      held.table = table;
      slice.set({ files: table, missing: mounts.filter(({ id }) => !held.trees.has(id)).map(({ id }) => id) });
      typed.place(table);
      // Another harness may install skills elsewhere. A file that is no longer in the tree keeps its path.
      const isElsewhere = selected.follow((path) => {
        const place = before.locate(path);
        return !place || isSameFile(table.locate(path), place) ? path : (table.seenAt(place) ?? path);
      });
      if (isElsewhere) void keeping.saveDrafts();
    },
  };
}

function emptyTree(): Held {
  const own = createVolume();
  return {
    table: createMountTable<Volume>([{ at: "/", volume: own, from: "/", mountId: ownMountId }]),
    own: indexTree(own),
    bundling: Promise.resolve(),
    trees: new Map(),
    notices: new Map(),
  };
}

function readingOf(held: Held, slice: Slice<"tree">, keeping: Pick<Keeping, "contents">) {
  const trees = () => ({ own: held.own, bundled: held.bundled, trees: held.trees });
  return {
    state: slice.get,
    table: () => held.table,
    own: () => held.own,
    grown: (mountId: string) => held.trees.get(mountId),
    mountOf: (mountId: string) => slice.get().mounts.find(({ id }) => id === mountId),
    filesOf: (mountId: string) => keeping.contents()?.mounts.get(mountId) ?? noFiles,
    noticesOf: (mountId: string) => held.notices.get(mountId) ?? [],
    whenBundled: () => held.bundling,
    trees,
    placedFor: (profile: Profile) => placeMounts({ profile, mounts: slice.get().mounts, ...trees() }),
  } satisfies Partial<Tree>;
}

function changingOf(held: Held, slice: Slice<"tree">) {
  const arrange = (mounts: readonly Mount[]) => slice.set({ mounts });
  return {
    arrange,
    showContents: (table) => {
      held.table = table;
      slice.set({ files: table });
    },
    add: (mount, { tree, notices }, index) => {
      const { mounts } = slice.get();
      held.trees.set(mount.id, tree);
      held.notices.set(mount.id, notices);
      slice.set({
        mounts: mounts.toSpliced(index ?? mounts.length, 0, mount),
        ...(mounts.length === 0 && index === undefined && { title: mount.label }),
      });
    },
    remove: (mountId) => {
      held.trees.delete(mountId);
      held.notices.delete(mountId);
      arrange(slice.get().mounts.filter(({ id }) => id !== mountId));
    },
    change: (mountId, change) =>
      arrange(slice.get().mounts.map((mount) => (mount.id === mountId ? change(mount) : mount))),
    grow: (mountId, tree) => void held.trees.set(mountId, tree),
    note: (mountId, notices) => void held.notices.set(mountId, notices),
    reindex: (mountId) => {
      const tree = held.trees.get(mountId);
      if (mountId === ownMountId) held.own = indexTree(held.own.volume);
      else if (mountId === bundledMountId && held.bundled) held.bundled = indexTree(held.bundled.volume);
      else if (tree) held.trees.set(mountId, indexTree(tree.volume));
    },
    putOwn: (tree) => {
      held.own = tree;
    },
    bundle: (coming) => {
      held.bundling = coming.then((come) => {
        if ("volume" in come) held.bundled = come;
        else held.notices.set(bundledMountId, come);
      });
    },
    restore: ({ title, mounts, trees }) => {
      held.trees.clear();
      for (const [id, tree] of trees) held.trees.set(id, tree);
      slice.set({ title, mounts });
    },
  } satisfies Partial<Tree>;
}
