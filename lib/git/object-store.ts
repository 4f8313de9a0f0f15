import { FailureError } from "#lib/failure.ts";
import { mountLimits } from "#lib/vfs/limits.ts";
import { damaged } from "./damaged.ts";
import type { GitObject, ObjectType } from "./git-object.ts";

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
