import { damaged, PendingBytes } from "#lib/git/transport/packet-line.ts";
import { type GitObject, type ObjectStore, type ObjectType, toHex } from "./git-object.ts";
import { type PackBudget, packLimits } from "./pack-budget.ts";
import { applyDelta, maxEntryHeader, type PackEntry, readDeltaHead, readPackEntry } from "./pack-entry.ts";
import type { Inflated, PackTools, Sum } from "./pack-tools.ts";

const headLength = 12;
const trailerLength = 20;
/** With this many bytes any header can be read. */
const leastEntry = maxEntryHeader + trailerLength;

/** A delta whose base has not arrived yet, with its offset. */
interface WaitingDelta {
  readonly offset: number;
  readonly base: number | string;
  readonly delta: Uint8Array;
}

/**
 * Reads a pack while it downloads: `push` every piece, then `finish`. Each object is inflated once, gets its id
 * computed from its bytes and goes into the store at once; every size is checked before memory is spent on it. Throws
 * `pack-damaged` and `too-large`.
 */
export class PackReader {
  /** The number of objects that the pack claims; 0 until its header has arrived. */
  total = 0;
  done = 0;
  readonly #store: ObjectStore;
  readonly #tools: PackTools;
  readonly #budget: PackBudget;
  readonly #sum: Sum;
  readonly #pending = new PendingBytes();
  /** Objects by their offset in the pack. */
  readonly #objects = new Map<number, GitObject>();
  readonly #skipped = new Set<number>();
  /**
   * By the base that they wait for: searching all of them for each link of a chain would take the square of its length.
   */
  readonly #waiting = new Map<WaitingDelta["base"], WaitingDelta[]>();
  /** The offset in the pack at which `#pending` begins; 0 before the pack's header has arrived. */
  #position = 0;
  /** The number of bytes that must be there before the next entry is worth trying. */
  #needed = headLength;
  #ended = false;

  private constructor(store: ObjectStore, tools: PackTools, budget: PackBudget, sum: Sum) {
    this.#store = store;
    this.#tools = tools;
    this.#budget = budget;
    this.#sum = sum;
  }

  static async start(store: ObjectStore, tools: PackTools, budget: PackBudget): Promise<PackReader> {
    return new PackReader(store, tools, budget, await tools.startSum());
  }

  push(piece: Uint8Array): void {
    this.#budget.receive(piece.length);
    this.#pending.append(piece);
    this.#readAvailable();
  }

  /**
   * Called once the pack has arrived: checks that it is complete, that its checksum is right, and that every delta
   * found its base.
   */
  finish(): void {
    this.#ended = true;
    this.#readAvailable();
    const rest = this.#pending.view;
    if (this.#position === 0 || this.done < this.total || rest.length < trailerLength) {
      throw damaged(`it ended after ${this.done} of ${this.total} objects`);
    }
    if (rest.length > trailerLength) throw damaged("bytes follow its end");
    if (this.#sum.digest() !== toHex(rest)) throw damaged("its checksum is wrong");
    this.#resolveWaiting();
  }

  #readAvailable(): void {
    let used = 0;
    const { view } = this.#pending;
    if (this.#position === 0 && view.length >= headLength) used = this.#readHead(view);
    while (this.#position + used > 0 && this.done < this.total) {
      const end = this.#readEntry(view, used);
      if (end === undefined) break;
      used = end;
    }
    this.#sum.update(view.subarray(0, used));
    this.#pending.drop(used);
    this.#position += used;
  }

  #readHead({ buffer, byteOffset }: Uint8Array): number {
    const head = new DataView(buffer, byteOffset, headLength);
    const signature = 0x5041434b; // "PACK"
    if (head.getUint32(0) !== signature || head.getUint32(4) !== 2) throw damaged("it is no pack of version 2");
    this.total = head.getUint32(8);
    this.#budget.expect(this.total);
    this.#needed = leastEntry;
    return headLength;
  }

  /** Reads the entry at `start`; returns where it ends, or `undefined` when more bytes must arrive first. */
  #readEntry(view: Uint8Array, start: number): number | undefined {
    const there = view.length - start;
    if (!this.#ended && there < this.#needed) return undefined;
    const entry = readPackEntry(view, start);
    // Checked before the entry's end is searched for: a hundred megabytes can inflate to a hundred gigabytes.
    this.#budget.foreseeInflated(entry.size);
    // Deflate adds at most five bytes to 16 KB that it cannot shrink; trying earlier would be wasted work.
    const likely = entry.start - start + entry.size + (entry.size >> 9) + 64;
    if (!this.#ended && there < likely && this.#needed < likely) return this.#waitFor(likely);
    const inflated = this.#keepEntry(view, entry, this.#position + start);
    // A longer stream: try again with twice as many bytes, so that attempts stay few.
    if (inflated.kind === "incomplete") return this.#waitFor(2 * there);
    if (inflated.kind === "damaged") throw damaged(`the object at ${this.#position + start} can't be inflated`);
    this.done++;
    this.#needed = leastEntry;
    return inflated.end;
  }

  #waitFor(length: number): undefined {
    this.#needed = length;
  }

  #keepEntry(view: Uint8Array, entry: PackEntry, offset: number): Inflated {
    const { inflater } = this.#tools;
    if (entry.size > packLimits.objectBytes) {
      const skipped = inflater.skip(view, entry.start, entry.size);
      if (skipped.kind === "done") this.#skip(offset, entry.size);
      return skipped;
    }
    const content = this.#store.contents.allocate(entry.size);
    const inflated = inflater.into(view, entry.start, content);
    if (inflated.kind !== "done") return inflated;
    this.#budget.inflate(entry.size);
    if (entry.kind === "object") this.#keepObject(offset, entry.type, content);
    else this.#keepDelta(offset, typeof entry.base === "number" ? offset - entry.base : entry.base, content);
    return inflated;
  }

  /** @returns the object's id */
  #keepObject(offset: number, type: ObjectType, bytes: GitObject["bytes"]): string {
    const object = { type, bytes };
    const id = this.#tools.hash(type, bytes);
    this.#objects.set(offset, object);
    this.#store.objects.set(id, object);
    return id;
  }

  #keepDelta(offset: number, base: number | string, delta: Uint8Array): void {
    const { resultSize } = readDeltaHead(delta);
    if (resultSize > packLimits.objectBytes || (typeof base === "number" && this.#skipped.has(base))) {
      this.#skip(offset, 0);
      return;
    }
    this.#budget.inflate(resultSize);
    const known = this.#baseOf(base);
    if (known) this.#resolve(known, { offset, base, delta });
    else this.#wait({ offset, base, delta });
  }

  #wait(delta: WaitingDelta): void {
    const others = this.#waiting.get(delta.base);
    if (others) others.push(delta);
    else this.#waiting.set(delta.base, [delta]);
  }

  #baseOf(base: WaitingDelta["base"]): GitObject | undefined {
    return typeof base === "number" ? this.#objects.get(base) : this.#store.objects.get(base);
  }

  /** @returns the id of the object that the delta makes from its base */
  #resolve(base: GitObject, { offset, delta }: WaitingDelta): string {
    const bytes = applyDelta(base.bytes, delta, this.#store.contents);
    if (!bytes) throw damaged(`the delta at ${offset} does not fit its base`);
    return this.#keepObject(offset, base.type, bytes);
  }

  /** Resolves deltas whose base is there now; each result may be the base of others. */
  #resolveWaiting(): void {
    const bases = [...this.#waiting.keys()];
    for (let name = bases.pop(); name !== undefined; name = bases.pop()) {
      const base = this.#baseOf(name);
      const deltas = base && this.#waiting.get(name);
      if (!deltas) continue;
      this.#waiting.delete(name);
      for (const delta of deltas) bases.push(delta.offset, this.#resolve(base, delta));
    }
    // A base that was skipped for its size takes its deltas with it.
    if (this.#waiting.size > 0 && !this.#store.skipped)
      throw damaged(`deltas of ${this.#waiting.size} objects lack them`);
  }

  #skip(offset: number, size: number): void {
    this.#budget.inflate(size);
    this.#skipped.add(offset);
    this.#store.skipped = true;
  }
}
