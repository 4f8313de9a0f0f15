import { damaged } from "./damaged.ts";
import { applyDelta, readDeltaHead } from "./delta.ts";
import { allocateContent, type GitObject, toHex } from "./git-object.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { type Inflated, inflateInto, skipInflated } from "./inflate.ts";
import type { PackBudget } from "./pack-budget.ts";
import { maxEntryHeader, type PackEntry, readPackEntry } from "./pack-entry.ts";
import { packLimits } from "./pack-limits.ts";

const headLength = 12;
const trailerLength = 20;

/** A delta whose base is not at hand yet, with the offset it stands at. */
export interface PendingDelta {
  readonly offset: number;
  readonly base: number | string;
  readonly delta: Uint8Array;
}

export interface PackContents {
  /** Objects by their offset in the pack. */
  readonly objects: Map<number, GitObject>;
  readonly pending: readonly PendingDelta[];
  /** Whether objects were passed over for their size. */
  readonly skipped: boolean;
}

/**
 * Reads a pack while it downloads: `push` every piece, then `finish`. Each object is inflated once, and
 * every size is checked before memory is spent on it. Throws `pack-damaged` and `too-large`.
 */
export class PackReader {
  /** Objects the pack says it holds; 0 until its head has arrived. */
  total = 0;
  done = 0;
  readonly #budget: PackBudget;
  readonly #pack = new GrowingBytes();
  readonly #objects = new Map<number, GitObject>();
  readonly #skipped = new Set<number>();
  readonly #pending: PendingDelta[] = [];
  #position = 0;
  /** How many bytes must be there before the next entry is worth a try. */
  #needed = headLength;
  #ended = false;

  constructor(budget: PackBudget) {
    this.#budget = budget;
  }

  push(piece: Uint8Array): void {
    this.#budget.receive(piece.length);
    this.#pack.append(piece);
    this.#readAvailable();
  }

  /** What the pack held, once it has arrived whole and its checksum is right. */
  async finish(): Promise<PackContents> {
    this.#ended = true;
    this.#needed = 0;
    this.#readAvailable();
    const pack = this.#pack.view;
    if (this.#position === 0 || this.done < this.total || pack.length < this.#position + trailerLength) {
      throw damaged(`it ended after ${this.done} of ${this.total} objects`);
    }
    if (pack.length > this.#position + trailerLength) throw damaged("bytes follow its end");
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-1", pack.subarray(0, this.#position)));
    if (toHex(sum) !== toHex(pack.subarray(this.#position))) throw damaged("its checksum is wrong");
    return { objects: this.#objects, pending: this.#pending, skipped: this.#skipped.size > 0 };
  }

  #readAvailable(): void {
    if (this.#position === 0 && this.#pack.length >= headLength) this.#readHead();
    while (this.#position > 0 && this.done < this.total && this.#pack.length >= this.#needed) {
      if (!this.#readEntry()) return;
    }
  }

  #readHead(): void {
    const head = new DataView(this.#pack.view.buffer, 0, headLength);
    const signature = 0x5041434b; // "PACK"
    if (head.getUint32(0) !== signature || head.getUint32(4) !== 2) throw damaged("it is no pack of version 2");
    this.total = head.getUint32(8);
    this.#budget.expect(this.total);
    this.#expectEntryAt(headLength);
  }

  #expectEntryAt(position: number): void {
    this.#position = position;
    this.#needed = this.#ended ? 0 : position + maxEntryHeader + trailerLength;
  }

  /** Reads one entry; `false` when more bytes must arrive first. */
  #readEntry(): boolean {
    const pack = this.#pack.view;
    const offset = this.#position;
    const entry = readPackEntry(pack, offset);
    // Deflate adds at most five bytes to 16 KB that it can't shrink; trying earlier would be wasted work.
    const likelyEnd = entry.start + entry.size + (entry.size >> 9) + 64;
    if (!this.#ended && pack.length < likelyEnd && this.#needed < likelyEnd) return this.#waitFor(likelyEnd);
    const inflated = this.#keepEntry(pack, offset, entry);
    // A stream longer than that: try again when there is twice as much, so that tries stay few.
    if (inflated.kind === "incomplete" && !this.#ended) return this.#waitFor(2 * pack.length);
    if (inflated.kind === "incomplete") return false;
    if (inflated.kind === "damaged") throw damaged(`the object at ${offset} can't be inflated`);
    this.done++;
    this.#expectEntryAt(inflated.end);
    return true;
  }

  #waitFor(length: number): false {
    this.#needed = length;
    return false;
  }

  #keepEntry(pack: Uint8Array, offset: number, entry: PackEntry): Inflated {
    if (entry.size > packLimits.objectBytes) {
      const skipped = skipInflated(pack, entry.start, entry.size);
      if (skipped.kind === "done") this.#skip(offset, entry.size);
      return skipped;
    }
    const content = allocateContent(entry.size);
    const inflated = inflateInto(pack, entry.start, content);
    if (inflated.kind !== "done") return inflated;
    this.#budget.inflate(entry.size);
    if (entry.kind === "object") this.#objects.set(offset, { type: entry.type, bytes: content });
    else this.#keepDelta(offset, entry.base, content);
    return inflated;
  }

  #keepDelta(offset: number, base: number | string, delta: Uint8Array): void {
    const { resultSize } = readDeltaHead(delta);
    if (resultSize > packLimits.objectBytes || (typeof base === "number" && this.#skipped.has(base))) {
      this.#skip(offset, 0);
      return;
    }
    this.#budget.inflate(resultSize);
    const known = typeof base === "number" ? this.#objects.get(base) : undefined;
    if (!known) {
      this.#pending.push({ offset, base, delta });
      return;
    }
    const bytes = applyDelta(known.bytes, delta);
    if (!bytes) throw damaged(`the delta at ${offset} does not fit its base`);
    this.#objects.set(offset, { type: known.type, bytes });
  }

  #skip(offset: number, size: number): void {
    this.#budget.inflate(size);
    this.#skipped.add(offset);
  }
}
