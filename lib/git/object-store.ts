import { FailureError } from "#lib/failure.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import { damaged } from "./damaged.ts";
import { applyDelta } from "./delta.ts";
import { type GitObject, type ObjectType, objectId } from "./git-object.ts";
import type { PackContents, PendingDelta } from "./pack-reader.ts";

/** Objects by id. Every id was computed from the object's own bytes. */
export interface ObjectStore {
  readonly objects: Map<string, GitObject>;
  /** Whether objects were left out for their size, so that a missing one may be a large one. */
  skipped: boolean;
}

export function createObjectStore(): ObjectStore {
  return { objects: new Map(), skipped: false };
}

/**
 * The content of the object `id`, which must be in the store and of that type: `pack-damaged` otherwise, and for the
 * file at `path` `too-large` where such were left out.
 */
export function contentOf(store: ObjectStore, id: string, type: ObjectType, path?: string): Uint8Array {
  const object = store.objects.get(id);
  if (!object && store.skipped && path !== undefined) {
    throw new FailureError({ code: "too-large", limit: mountLimits.fileBytes, path });
  }
  if (!object) throw damaged(`object ${id} is missing`);
  if (object.type !== type) throw damaged(`object ${id} is of another type than its place`);
  return object.bytes;
}

export interface HashOptions {
  readonly signal: AbortSignal;
  readonly onHashed: (done: number, total: number) => void;
}

/** Enough to keep the hash threads busy, few enough to stop soon. */
const batchSize = 512;

/**
 * Puts the objects of a pack into the store. Hashes every one and resolves the deltas that name their base by id or
 * stand before it; each round makes new bases. Throws `pack-damaged` when one has no base.
 */
export async function storePack(store: ObjectStore, contents: PackContents, options: HashOptions): Promise<void> {
  const counter = createCounter(contents.objects.size + contents.pending.length, options);
  store.skipped ||= contents.skipped;
  let fresh = [...contents.objects.values()];
  let pending = contents.pending;
  for (;;) {
    await hashObjects(fresh, store, counter);
    if (pending.length === 0) return;
    const round = resolveDeltas(pending, contents.objects, store.objects);
    if (round.fresh.length === 0) {
      // A base that was left out for its size leaves its deltas out with it.
      if (contents.skipped) return;
      throw damaged(`${pending.length} deltas have no base`);
    }
    ({ fresh, pending } = round);
  }
}

/** Counts hashed objects; throws `cancelled`. */
type Counter = (count: number) => void;

function createCounter(total: number, { signal, onHashed }: HashOptions): Counter {
  let done = 0;
  return (count) => {
    if (signal.aborted) throw new FailureError({ code: "cancelled" });
    done += count;
    onHashed(done, total);
  };
}

async function hashObjects(fresh: readonly GitObject[], { objects }: ObjectStore, count: Counter): Promise<void> {
  for (let start = 0; start < fresh.length; start += batchSize) {
    const batch = fresh.slice(start, start + batchSize);
    const ids = await Promise.all(batch.map(objectId));
    for (const [index, object] of batch.entries()) objects.set(ids[index] as string, object);
    count(batch.length);
  }
}

function resolveDeltas(
  pending: readonly PendingDelta[],
  byOffset: Map<number, GitObject>,
  byId: ReadonlyMap<string, GitObject>,
): { fresh: GitObject[]; pending: PendingDelta[] } {
  const fresh: GitObject[] = [];
  const left: PendingDelta[] = [];
  for (const waiting of pending) {
    const base = typeof waiting.base === "number" ? byOffset.get(waiting.base) : byId.get(waiting.base);
    if (!base) {
      left.push(waiting);
      continue;
    }
    const bytes = applyDelta(base.bytes, waiting.delta);
    if (!bytes) throw damaged(`the delta at ${waiting.offset} does not fit its base`);
    const object = { type: base.type, bytes };
    byOffset.set(waiting.offset, object);
    fresh.push(object);
  }
  return { fresh, pending: left };
}
