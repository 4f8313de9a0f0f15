import { FailureError } from "#lib/failure.ts";
import { damaged } from "./damaged.ts";
import { applyDelta } from "./delta.ts";
import { type GitObject, objectId } from "./git-object.ts";
import type { PackContents, PendingDelta } from "./pack-reader.ts";

/** Objects by id. Every id was computed from the object's own bytes. */
export interface ObjectStore {
  readonly objects: ReadonlyMap<string, GitObject>;
  /** Whether objects were left out for their size, so that a missing one may be a large one. */
  readonly skipped: boolean;
}

export interface HashOptions {
  readonly signal: AbortSignal;
  readonly onHashed: (done: number, total: number) => void;
}

/** Enough to keep the hash threads busy, few enough to stop soon. */
const batchSize = 512;

/**
 * Hashes every object of a pack and resolves the deltas that name their base by id or stand before it;
 * each round makes new bases. Throws `pack-damaged` when one has no base.
 */
export async function indexPack(contents: PackContents, options: HashOptions): Promise<ObjectStore> {
  const byId = new Map<string, GitObject>();
  const total = contents.objects.size + contents.pending.length;
  let fresh = [...contents.objects.values()];
  let pending = contents.pending;
  for (;;) {
    await hashObjects(fresh, byId, total, options);
    if (pending.length === 0) return { objects: byId, skipped: contents.skipped };
    const round = resolveDeltas(pending, contents.objects, byId);
    if (round.fresh.length === 0) {
      // A base that was left out for its size leaves its deltas out with it.
      if (contents.skipped) return { objects: byId, skipped: true };
      throw damaged(`${pending.length} deltas have no base`);
    }
    ({ fresh, pending } = round);
  }
}

async function hashObjects(
  fresh: readonly GitObject[],
  byId: Map<string, GitObject>,
  total: number,
  { signal, onHashed }: HashOptions,
): Promise<void> {
  for (let start = 0; start < fresh.length; start += batchSize) {
    if (signal.aborted) throw new FailureError({ code: "cancelled" });
    const batch = fresh.slice(start, start + batchSize);
    const ids = await Promise.all(batch.map(objectId));
    for (const [index, object] of batch.entries()) byId.set(ids[index] as string, object);
    onHashed(Math.min(byId.size, total), total);
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
