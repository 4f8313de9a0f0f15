import { FailureError } from "#lib/failure.ts";
import { mountLimits } from "#lib/vfs/limits.ts";

/** What may be spent on packs. */
export interface PackSpending {
  /** Bytes on the wire. */
  readonly bytes: number;
  readonly objects: number;
  /** Bytes of all objects, deltas included. */
  readonly inflatedBytes: number;
}

/** The total cost of all packs of one clone. Each method throws once its limit is exceeded. */
export class PackBudget {
  readonly #limits: PackSpending;
  #received = 0;
  #objects = 0;
  #inflated = 0;

  constructor(limits: PackSpending = packLimits) {
    this.#limits = limits;
  }

  /** A fresh budget of the same size, for another attempt. */
  anew(): PackBudget {
    return new PackBudget(this.#limits);
  }

  /** Bytes from the wire. */
  receive(bytes: number): void {
    this.#received += bytes;
    if (this.#received > this.#limits.bytes) throw tooLarge(this.#limits.bytes);
  }

  expect(objects: number): void {
    this.#objects += objects;
    if (this.#objects > this.#limits.objects) {
      throw new FailureError({ code: "too-many-files", limit: this.#limits.objects });
    }
  }

  inflate(bytes: number): void {
    this.foreseeInflated(bytes);
    this.#inflated += bytes;
  }

  /** Checks whether this many more bytes could be inflated, without counting them. */
  foreseeInflated(bytes: number): void {
    if (this.#inflated + bytes > this.#limits.inflatedBytes) throw tooLarge(this.#limits.inflatedBytes);
  }
}

function tooLarge(limit: number): FailureError {
  return new FailureError({ code: "too-large", limit });
}

/**
 * The limits of one pack before its tree is even known: a repository is larger than the folder mounted from it, but
 * bounded (1.5 MB can inflate to 300).
 */
export const packLimits = {
  /** Bytes on the wire; the relay has the same limit. */
  bytes: 100 * 1024 * 1024,
  objects: 10 * mountLimits.files,
  /** Bytes of all objects, deltas included. */
  inflatedBytes: 4 * mountLimits.bytes,
  /** An object above this size is skipped; the mount fails only if the tree needs it. */
  objectBytes: mountLimits.fileBytes,
} as const;
