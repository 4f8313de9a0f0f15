import { damaged } from "./damaged.ts";
import { PendingBytes } from "./pending-bytes.ts";

/** Git's framing (gitprotocol-common, "pkt-line"): four hexadecimal digits of length, themselves counted. */
export function packetLine(text: string): string {
  return (new TextEncoder().encode(text).length + 4).toString(16).padStart(4, "0") + text;
}

export const flushPacket = "0000";
/** Between the parts of a command of version 2. */
export const delimiterPacket = "0001";

/**
 * The packets in a stream, in order; `undefined` for a flush or a delimiter. A packet is a view: use it before asking for
 * the next. Throws `pack-damaged` when the stream ends inside one.
 */
export async function* readPackets(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array | undefined, void> {
  const pending = new PendingBytes();
  for await (const chunk of chunks) {
    pending.append(chunk);
    for (;;) {
      const { view } = pending;
      const length = view.length < 4 ? Number.POSITIVE_INFINITY : lengthOf(view);
      if (length > view.length) break;
      pending.drop(Math.max(length, 4));
      yield length < 4 ? undefined : view.subarray(4, length);
    }
  }
  if (pending.view.length > 0) throw damaged("the answer ended inside a packet");
}

function lengthOf(bytes: Uint8Array): number {
  const digits = String.fromCharCode(...bytes.subarray(0, 4));
  const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
  // 0 flush, 1 delimiter, 2 end of response; 3 means nothing, 4 is an empty packet.
  if (Number.isNaN(length) || length === 3) throw damaged("the answer is not framed as git does");
  return length;
}
