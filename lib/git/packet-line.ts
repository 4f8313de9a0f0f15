import { damaged } from "./damaged.ts";

/** Git's framing (gitprotocol-common, "pkt-line"): four hexadecimal digits of length, themselves counted. */
export function packetLine(text: string): string {
  return (new TextEncoder().encode(text).length + 4).toString(16).padStart(4, "0") + text;
}

export const flushPacket = "0000";
/** Between the parts of a command of version 2. */
export const delimiterPacket = "0001";

/**
 * The packets in a stream, in order; `undefined` for a flush or a delimiter. A packet may be a view of a chunk: use it
 * before asking for the next. Throws `pack-damaged` when the stream ends inside one.
 */
export async function* readPackets(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array | undefined, void> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : concat(rest, chunk);
    while (rest.length >= 4) {
      const length = lengthOf(rest);
      if (length < 4) yield undefined;
      else if (rest.length < length) break;
      else yield rest.subarray(4, length);
      rest = rest.subarray(Math.max(length, 4));
    }
  }
  if (rest.length > 0) throw damaged("the answer ended inside a packet");
}

function lengthOf(bytes: Uint8Array): number {
  const digits = String.fromCharCode(...bytes.subarray(0, 4));
  const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
  // 0 flush, 1 delimiter, 2 end of response; 3 means nothing, 4 is an empty packet.
  if (Number.isNaN(length) || length === 3) throw damaged("the answer is not framed as git does");
  return length;
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
