import { FailureError } from "#lib/failure.ts";

/** Git's framing (gitprotocol-common, "pkt-line"): four hexadecimal digits of length, including themselves. */
export function packetLine(text: string): string {
  return (byteLength(text) + 4).toString(16).padStart(4, "0") + text;
}

/** A request asks for thousands of objects, a line each: encoding every one of these would take a tenth of a second. */
function byteLength(text: string): number {
  return isAscii.test(text) ? text.length : new TextEncoder().encode(text).length;
}

const isAscii = /^[\0-\x7f]*$/;

export const flushPacket = "0000";
/** Separates the parts of a command of version 2. */
export const delimiterPacket = "0001";

/** The content of a packet; `undefined` for a flush or a delimiter. */
export type Packet = Uint8Array | undefined;

/**
 * The packets in a stream, in order, grouped as they arrived: awaiting each of thousands would take time. Packets are
 * views: use them before requesting more. Throws `pack-damaged` when the stream ends inside one.
 */
export async function* readPackets(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<readonly Packet[], void> {
  const pending = new PendingBytes();
  for await (const chunk of chunks) {
    pending.append(chunk);
    const { view } = pending;
    const { packets, end } = splitPackets(view);
    pending.drop(end);
    if (packets.length > 0) yield packets;
  }
  if (pending.view.length > 0) throw damaged("the answer ended inside a packet");
}

/** The complete packets in `bytes`, and the offset at which they end. */
function splitPackets(bytes: Uint8Array): { readonly packets: readonly Packet[]; readonly end: number } {
  const packets: Packet[] = [];
  let at = 0;
  while (at + 4 <= bytes.length) {
    const length = lengthAt(bytes, at);
    const end = at + Math.max(length, 4);
    if (end > bytes.length) break;
    packets.push(length < 4 ? undefined : bytes.subarray(at + 4, end));
    at = end;
  }
  return { packets, end: at };
}

function lengthAt(bytes: Uint8Array, at: number): number {
  const digits = String.fromCharCode(...bytes.subarray(at, at + 4));
  const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
  // 0 flush, 1 delimiter, 2 end of response; 3 is invalid, 4 is an empty packet.
  if (Number.isNaN(length) || length === 3) throw damaged("the answer is not framed as git does");
  return length;
}

/** Bytes that have arrived and were not used yet, in one piece: appended at the end, dropped from the front. */
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

/** The failure for bytes that are not a complete, valid pack. `detail` is for the curious: English, short. */
export function damaged(detail: string): FailureError {
  return new FailureError({ code: "pack-damaged", detail });
}
