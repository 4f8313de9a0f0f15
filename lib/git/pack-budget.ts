import { FailureError } from "#lib/failure.ts";
import { packLimits } from "./pack-limits.ts";

/** What all packs of one clone may cost together. Each method throws once its limit is passed. */
export class PackBudget {
  #received = 0;
  #objects = 0;
  #inflated = 0;

  /** Bytes from the wire. */
  receive(bytes: number): void {
    this.#received += bytes;
    if (this.#received > packLimits.bytes) throw tooLarge(packLimits.bytes);
  }

  expect(objects: number): void {
    this.#objects += objects;
    if (this.#objects > packLimits.objects) {
      throw new FailureError({ code: "too-many-files", limit: packLimits.objects });
    }
  }

  inflate(bytes: number): void {
    this.foreseeInflated(bytes);
    this.#inflated += bytes;
  }

  /** Counts nothing yet: whether so many bytes more could be inflated. */
  foreseeInflated(bytes: number): void {
    if (this.#inflated + bytes > packLimits.inflatedBytes) throw tooLarge(packLimits.inflatedBytes);
  }
}

function tooLarge(limit: number): FailureError {
  return new FailureError({ code: "too-large", limit });
}
