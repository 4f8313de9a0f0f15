/** Bytes that have arrived and are not used up, in one piece: appended at the end, dropped from the front. */
export class PendingBytes {
  #buffer = new Uint8Array(1 << 17);
  #start = 0;
  #end = 0;

  /** A view that the next `append` may overwrite. */
  get view(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(this.#start, this.#end);
  }

  append(piece: Uint8Array): void {
    if (this.#end + piece.length > this.#buffer.length) this.#makeRoom(piece.length);
    this.#buffer.set(piece, this.#end);
    this.#end += piece.length;
  }

  drop(count: number): void {
    this.#start += count;
  }

  #makeRoom(count: number): void {
    const left = this.view;
    if (left.length + count > this.#buffer.length) {
      this.#buffer = new Uint8Array(Math.max(left.length + count, 2 * this.#buffer.length));
    }
    this.#buffer.set(left);
    this.#start = 0;
    this.#end = left.length;
  }
}
