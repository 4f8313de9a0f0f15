import { Gunzip } from "fflate";
import { OptionError } from "#lib/run/sandbox/commands/command-options.ts";
import { mountLimits } from "#lib/vfs/limits.ts";

/** What a file of gzip's holds, as far as it can be read, and what is wrong with it, in gzip's words. */
export interface Gunzipped {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly fault?: string;
  /** Whether all of it was read, and something else follows. */
  readonly isWarning?: boolean;
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

const step = 65_536;

/** Decompresses gzip. @throws OptionError for more than a run may write */
export function gunzipped(given: Uint8Array): Gunzipped {
  if (given.length === 0) return { bytes: new Uint8Array(), fault: "unexpected end of file" };
  if (!isGzip(given)) return { bytes: new Uint8Array(), fault: "not in gzip format" };
  const parts: Uint8Array[] = [];
  let [size, begin] = [0, 0];
  const stream = new Gunzip((part) => {
    size += part.length;
    if (size > mountLimits.bytes) throw new OptionError("the archive unpacks to more than a run may write");
    parts.push(part);
  });
  let isWrong: boolean = false;
  const endMember = (end: number) => {
    const sum = new DataView(given.buffer, given.byteOffset, given.byteLength).getUint32(end - 8, true);
    isWrong ||= sum !== checksum(parts.slice(begin));
    begin = parts.length;
  };
  stream.onmember = endMember;
  try {
    for (let at = 0; at < given.length; at += step)
      stream.push(given.subarray(at, at + step), at + step >= given.length);
    endMember(given.length);
  } catch (caught) {
    if (caught instanceof OptionError) throw caught;
    const code = (caught as { readonly code?: number }).code;
    const bytes = joined(parts, size);
    // What is no beginning of gzip's, behind an end.
    if (code === 6) return { bytes, fault: "decompression OK, trailing garbage ignored", isWarning: true };
    const isShort = code === 0 || !(caught instanceof Error && "code" in caught);
    return { bytes, fault: isShort ? "unexpected end of file" : "invalid compressed data--format violated" };
  }
  return { bytes: joined(parts, size), ...(isWrong ? { fault: "invalid compressed data--crc error" } : {}) };
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const sums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** The CRC-32 with which gzip ends a file. */
function checksum(parts: readonly Uint8Array[]): number {
  let sum = 0xffffffff;
  for (const part of parts) for (const byte of part) sum = (sums[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
