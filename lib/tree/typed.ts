import type { Keeping } from "#lib/keeping/keeping.ts";
import { placedDrafts, rekeyed } from "#lib/state/drafts.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";
import type { Draft, Drafts } from "#lib/state/state.ts";
import type { MountTable } from "#lib/vfs/mount-table.ts";

/** A person's unsaved texts for files. */
export interface Typed {
  state(): SliceState<"drafts">;
  /** Sets the draft at a key (`draftKey`), or removes it. */
  put(key: string, draft: Draft | undefined): void;
  rekey(keys: ReadonlyMap<string, string>): void;
  /** Gives drafts that were stored by path their keys in this tree. */
  place(files: MountTable): void;
  restore(drafts: Drafts): void;
  /** Saves the drafts with the workspace's record. What is typed during one save waits for the next. */
  keep(): Promise<void>;
}

export function createTyped({ slice, keeping }: { slice: Slice<"drafts">; keeping: Keeping }): Typed {
  let waiting: Promise<void> | undefined;
  const restore = (drafts: Drafts) => {
    if (drafts !== slice.get().drafts) slice.set({ drafts });
  };
  keeping.include({
    state: () => {
      const { drafts } = slice.get();
      return drafts.size > 0 ? { drafts: atRest(drafts) } : {};
    },
  });
  return {
    state: slice.get,
    put: (key, draft) => {
      const drafts = new Map(slice.get().drafts);
      if (draft) drafts.set(key, draft);
      else drafts.delete(key);
      slice.set({ drafts });
    },
    rekey: (keys) => restore(rekeyed(slice.get().drafts, keys)),
    place: (files) => restore(placedDrafts(slice.get().drafts, files)),
    restore,
    keep: () => {
      waiting ??= keeping.flush().then(() => {
        waiting = undefined;
        return keeping.saveDrafts();
      });
      return waiting;
    },
  };
}

/** The drafts as stored: without whether they are being saved, or why that failed. */
function atRest(drafts: Drafts): Drafts {
  return new Map([...drafts].map(([key, { base, text }]) => [key, { base, text }]));
}
